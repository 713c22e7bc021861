// Snowflakes: the known flavours, and flavours of one's own.
import { Generator } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, kindOf } from "./lib/id.js";
import { Kind } from "./lib/module.js";
import { Snowflake, Twitter } from "./lib/snowflake.js";
import { nanosOfDuration, nanosOfEpoch } from "./lib/time.js";

export { IdError } from "./lib/error.js";
export * from "./lib/snowflake.js";
export { systemClock } from "./lib/time.js";

const { module } = Twitter[KIND];

/** The kind of a flavour's class. */
const flavourOf = (Class) => {
  if (!(Class?.prototype instanceof Snowflake)) throw new TypeError("this needs the class of a flavour, such as Discord");
  return kindOf(Class);
};

/** What each definition has given: two classes of one definition would have two generators, which repeat identifiers. */
const classes = new Map();

const keyOf = (name, definition) => JSON.stringify([name, definition], (_, value) => (typeof value === "bigint" ? `${value}` : value));

/** The class of a definition: of a flavour of one's own, or of a known one with another epoch. */
const defined = (name, definition) => {
  const key = keyOf(name, definition);
  if (classes.has(key)) return classes.get(key);
  const kind = new Kind(module, name, () => module.call(Twitter[KIND].number, "define", definition));
  kind.form();
  kind.definition = definition;
  const Class = class extends Snowflake {
    static [KIND] = kind;
  };
  Object.defineProperty(Class, "name", { value: name });
  classes.set(key, Class);
  return Class;
};

/** A field as the module reads it: its name, its width, its value where that is always the same. */
const line = (field) => {
  const { name, bits, always } = given.options("a field", field, ["name", "bits", "always"]);
  // The module refuses such a name. White space would end it.
  const word = given.text("the name of a field", name).replace(/\s/g, "?");
  return [word, given.natural("bits", bits), given.maybe(given.natural, "always", always)].join(" ");
};

export const defineSnowflake = (definition) => {
  const parts = ["name", "epoch", "unit", "fields", "timestamp", "sequence"];
  const { name, epoch, unit = 1, fields, timestamp = "timestamp", sequence } = given.options("a definition", definition, parts);
  if (!Array.isArray(fields)) throw new TypeError(`fields is an array, not ${given.shown(fields)}`);
  return defined(name, {
    name: given.text("name", name),
    epoch: nanosOfEpoch(epoch),
    unit: nanosOfDuration("unit", unit),
    fields: fields.map(line).join("\n"),
    timestamp: given.text("timestamp", timestamp),
    sequence: given.maybe(given.text, "sequence", sequence),
  });
};

export const withEpoch = (Class, epoch) => {
  const { name, definition = { flavour: name } } = flavourOf(Class);
  // A known flavour is that of the epoch that it has.
  if (definition.epoch === undefined) classes.set(keyOf(Class.name, { ...definition, epoch: Class.fromBigInt(0n).time }), Class);
  return defined(Class.name, { ...definition, epoch: nanosOfEpoch(epoch) });
};

export class SnowflakeGenerator extends Generator {
  constructor(Class, options) {
    // A flavour without parameters is only read: the module says so, whatever is given.
    super(Class, flavourOf(Class).making.params.length > 0 ? options : {});
  }
}
