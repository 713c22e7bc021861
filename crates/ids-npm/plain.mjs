// Writes the classes and types that follow from the adapters: cargo run -p ids-npm --example describe | node plain.mjs PACKAGE
// `lib` has the types of a format's options, forms and fields, and the classes of flavours. A format without files of its
// own has all of them here.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [folder] = process.argv.slice(2);
const kinds = JSON.parse(readFileSync(0, "utf8"));

const title = (name) => name[0].toUpperCase() + name.slice(1);
const union = (values) => values.map((value) => JSON.stringify(value)).join(" | ");
const stemOf = ({ id }) => id.replace(/Id$/, "");

/** The type of a parameter, but for one that takes some values only. */
const TYPES = {
  flag: "boolean",
  natural: "Natural",
  parts: "Natural | Readonly<Record<string, Natural>>",
  text: "string",
  either: "Natural | string",
  keys: "{ start: Natural; end: Natural } | ReturnType<typeof Keys.counter>",
};

/** A parameter as a member of its name, below what it is for: `local_id` is `localId` here. */
const member = ({ name, type, known, needed, oneOf, about }) => {
  const camel = name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return [`/** ${title(about)}. */`, `${camel}${needed || oneOf.length > 0 ? "" : "?"}: ${known ? union(known) : TYPES[type]}`];
};

/** The type of the options of a kind. Parameters of which one is given have a type of their own, named by the first. */
const optionsOf = (kind) => {
  const { id, timed, random, params } = kind;
  const stem = stemOf(kind);
  const either = params.filter(({ oneOf }) => oneOf.length > 0);
  const members = params.filter(({ oneOf }) => oneOf.length === 0).map(member);
  if (random) members.push(["/** Where random bytes come from: Web Crypto if left out. */", "random?: Random"]);
  if (!timed) members.push(["/** The last identifier of an earlier generator, to continue after. */", `after?: ${id}`]);
  const parts = members.length > 0 ? [`{\n${members.map((lines) => `  ${lines.join("\n  ")};\n`).join("")}}`] : [];
  const one = [];
  if (either.length > 0) {
    const name = `${stem}${title(either[0].name)}`;
    one.push(`\n/** What stands for the ${either[0].name}. */\nexport type ${name} =\n${either.map((param) => `  | { ${member(param).join(" ")} }`).join("\n")};\n`);
    parts.unshift(name);
  }
  if (timed) parts.unshift(random ? `Omit<CountingOptions<${id}>, "rolling">` : `CountingOptions<${id}>`);
  return `${one.join("")}\n/** What makes them. */\nexport type ${stem}Options = ${parts.join(" & ")};\n`;
};

/** The types of the forms, fields and options of a format. */
const typesOf = (format, own) => {
  const fields = own.map((kind) => `export type ${own.length > 1 ? kind.id : title(format)}Field = ${union(kind.fields.map(({ name }) => name))};\n`);
  // The fields of a flavour's node stand among its options by its type.
  const told = format === "snowflake" ? [] : own.filter(({ generates }) => generates);
  return `export type ${title(format)}Form = ${union(own[0].forms)};\n${fields.join("")}${told.map(optionsOf).join("")}`;
};

/** The files of a format that has no calls of its own. */
const plain = (format, kind) => {
  const { id, about, params } = kind;
  const stem = stemOf(kind);
  const whole = params.some(({ needed, oneOf }) => needed || oneOf.length > 0) ? "options" : "options?";
  write(`${format}.js`, `// Identifiers of the format ${format}.
import { Generator, MadeId } from "./lib/generator.js";
import { KIND } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/${format}.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

export class ${id} extends MadeId {
  static [KIND] = new Kind(new Module(code), "${format}");
}

export class ${stem}Generator extends Generator {
  constructor(options) {
    super(${id}, options);
  }
}
`);
  write(`${format}.d.ts`, `import type { ${stem}Field, ${stem}Form, ${stem}Options } from "./lib/${format}.js";
import type { New, Once, TimedId, TimedIdClass } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export * from "./lib/${format}.js";

declare const ${stem}Base: TimedIdClass<${stem}Form, ${stem}Field> & New<TimedId<${stem}Form, ${stem}Field>>;

/** An identifier of the format ${format}: ${about}. */
export class ${id}<Brand extends string = string> extends ${stem}Base {
  #${format}: Brand;
  /** A new identifier, of a generator that the program keeps. */
  static generate: Once<[${whole}: ${stem}Options]>;
}

/** Makes them. */
export class ${stem}Generator extends Generator<${id}> {
  constructor(${whole}: ${stem}Options);
}
`);
};

/** The classes of flavours, and their types. */
const flavours = (own) => {
  write("lib/snowflake.js", `// The known flavours of Snowflake.
import code from "../wasm/snowflake.js";
import { MadeId } from "./generator.js";
import { KIND } from "./id.js";
import { Kind, Module } from "./module.js";

const module = new Module(code);

export class Snowflake extends MadeId {}
${own.map(({ id, kind }) => `
export class ${id} extends Snowflake {
  static [KIND] = new Kind(module, "${kind}");
}
`).join("")}`);
  return own.map((kind) => {
    const { id, about, fields, generates, params } = kind;
    const given = fields.filter(({ always }) => always === null).map(({ name }) => name);
    const node = given.filter((field) => params.some(({ name }) => name === field));
    return `
/** What makes them. */
export type ${id}Options = ${generates ? `SnowflakeOptions<${id}, ${union(node)}>` : "never"};
declare const ${id}Base: SnowflakeClass<${id}Field, ${union(given)}, ${id}Options> & New<Snowflake<${id}Field>>;
/** ${title(about)}. */
export class ${id}<Brand extends string = string> extends ${id}Base {
  #flavour: Brand;
}
`;
  }).join("");
};

const write = (file, text) => writeFileSync(resolve(folder, file), text);
for (const format of new Set(kinds.map((kind) => kind.format))) {
  const own = kinds.filter((kind) => kind.format === format);
  if (!existsSync(resolve(folder, `${format}.d.ts`))) plain(format, own[0]);
  const text = typesOf(format, own) + (format === "snowflake" ? flavours(own) : "");
  const named = format === "snowflake" ? ["Snowflake", "SnowflakeClass", "SnowflakeOptions"] : own.map(({ id }) => id);
  if (text.includes("typeof Keys")) named.push("Keys");
  const { timed } = own[0];
  write(`lib/${format}.d.ts`, `import type { ${named.join(", ")} } from "../${format}.js";
import type { CountingOptions, Natural, New, Random } from "./types.js";

export { IdError${timed ? ", systemClock" : ""} } from "./types.js";
export type { Id, IdErrorKind, Natural, Random${timed ? ", Clock, Duration, Time, TimedId" : ""} } from "./types.js";

${text}`);
}
