// SIQ identifiers.
import { IdError } from "./lib/error.js";
import { Generator, MadeId } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, answered, known } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import { nanosOfEpoch } from "./lib/time.js";
import code from "./wasm/siq.js";

export { IdError };
export { systemClock } from "./lib/time.js";

const module = new Module(code);
const call = (name, args) => module.call(Siq[KIND].number, name, args);

export class Siq extends MadeId {
  static [KIND] = new Kind(module, "siq");

  static fromFields(fields, layout = "siq") {
    const id = super.fromFields.call(under(layout), fields);
    return this.fromBigInt(id.toBigInt());
  }

  static fromSnowflake(bits, about) {
    const { epoch, ...others } = given.options("about", about, ["epoch", "domain", "kind"]);
    call("snowflake", { bits: given.whole("bits", bits), epoch: nanosOfEpoch(epoch), ...named(others) });
    return answered(this);
  }

  static fromUlid(bits, about) {
    const number = given.whole("bits", bits);
    if (number >> 128n) throw new IdError("too_large", "the number has more than 128 bits");
    call("ulid", { bits: number, ...named(given.options("about", about, ["domain", "kind"])) });
    return answered(this);
  }

  static fromBytes16(bytes) {
    call("from_bytes16", { bytes: given.bytes("the bytes of an identifier", bytes) });
    return answered(this);
  }

  static parseHandle(text) {
    call("read_handle", { text: given.text("a handle", text) });
    const [network, domain] = module.answer.split("\n");
    return { id: answered(this), network, domain };
  }

  get kind() {
    return call("kind", { id: this.toString() }).answer;
  }

  get serial() {
    return call("serial", { id: this.toString() }).low;
  }

  get shard() {
    return this.field("shard");
  }

  get domain() {
    return formatDomain(this.field("domain"));
  }

  fieldsIn(layout) {
    const bits = this.toBigInt();
    return known(under(layout), bits >> 64n, BigInt.asUintN(64, bits)).fields;
  }

  toHandle(network, domain) {
    given.maybe(given.text, "domain", domain);
    return call("handle", { id: this.toString(), network: given.text("network", network), domain }).answer;
  }

  toBytes16() {
    return call("bytes16", { id: this.toString() }).output;
  }
}

const LAYOUTS = ["siq", "siq-3", "siq-4", "siq-5"];
const layouts = new Map([["siq", Siq]]);

/** The class of a layout, whose fields are split otherwise. */
const under = (layout) => {
  if (!layouts.has(layout)) {
    if (!LAYOUTS.includes(given.text("layout", layout))) throw new TypeError(`no layout is named ${given.shown(layout)}: there are ${LAYOUTS.join(", ")}`);
    const kind = new Kind(module, layout);
    kind.form();
    layouts.set(
      layout,
      class extends Siq {
        static [KIND] = kind;
      },
    );
  }
  return layouts.get(layout);
};

export class SiqGenerator extends Generator {
  constructor(options) {
    super(Siq, options);
  }
}

export const domainHash = (domain, options) => {
  const { localId } = given.options("options", options, ["localId"]);
  return call("domain", { domain: given.text("domain", domain), localId: given.maybe(given.natural, "localId", localId) }).low;
};

export const formatDomain = (bits) => call("domain_text", { bits: given.whole("bits", bits) }).answer;

const named = ({ domain, kind }) => ({ domain: given.text("domain", domain), kind: given.text("kind", kind) });
