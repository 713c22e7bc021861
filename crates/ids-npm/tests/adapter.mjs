// The package as a program of the conformance protocol (docs/protocol.md): what each request is in its
// public interface. It runs in any runtime; `ids` is the package. Ten lines do not suffice: requests are texts,
// and the package takes values of classes, so that each form and option is handed over by itself. The requests are
// read by the port in `examples/ports/javascript`.

import { Unsupported, number, toHex } from "./common.js";
import { data, fits, instant, known, twice } from "./protocol.js";
import { find } from "./snowflake.js";

const skip = (what) => {
  throw new Unsupported(`no ${what}`);
};
const map = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** A layout of the vectors that is not a known flavour, as a user defines it. */
const ownFlavour = (ids, name) => {
  const { layout, ticks, sequence } = find(name);
  const fields = layout.fields.map((field) => ({ name: field.name, bits: field.width, always: field.fixed }));
  return ids.defineSnowflake({ name, epoch: ticks.epoch, unit: ticks.span, sequence: sequence?.name, fields });
};

/** The formats without methods of their own, and their classes. */
const plainOf = (ids) => {
  const own = [ids.Snowflake, ids.KuidLocal, ids.KuidGlobal, ids.Siq, ids.Luuid, ids.LuuidV8, ids.EventId];
  const classes = Object.values(ids).filter((it) => typeof it.fromBigInt === "function" && !own.includes(it) && !(it.prototype instanceof ids.Snowflake));
  return Object.fromEntries(classes.map((Class) => [Class.name.replace(/Id$/, "").toLowerCase(), Class]));
};

const flavours = new Map();
/** The class of a format and a layout. */
const classOf = (ids, format, layout) => {
  const drift = /^kuid-global-([0-9]+)$/.exec(layout ?? "");
  const names = {
    kuid: { "kuid-local": ids.KuidLocal, ...(drift ? { [layout]: ids.kuidGlobal(Number(drift[1])) } : {}) },
    siq: { siq: ids.Siq, "siq-3": ids.Siq, "siq-4": ids.Siq, "siq-5": ids.Siq },
    luuid: { luuid: ids.Luuid, "luuid-v8": ids.LuuidV8 },
    evently: { evently: ids.EventId },
    snowflake: Object.fromEntries(Object.values(ids).filter((it) => it.prototype instanceof ids.Snowflake).map((it) => [it.name.replace(/(?<=.)(?=[A-Z])/, "-").toLowerCase(), it])),
  };
  if (format === "snowflake" && !names.snowflake[layout]) {
    if (!flavours.has(layout)) flavours.set(layout, ownFlavour(ids, layout));
    return flavours.get(layout);
  }
  for (const [name, Class] of Object.entries(plainOf(ids))) names[name] = { [name]: Class };
  if (!Object.hasOwn(names, format)) skip(`format ${format}`);
  const only = Object.keys(names[format]).length === 1 && layout === undefined ? format : layout;
  return Object.hasOwn(names[format], only) ? names[format][only] : skip(`layout ${layout}`);
};

/** What the forms of SIQ need to be told. */
const ARGS = { mastodon: "domain?", matrix: "domain", domain: "local_id?", snowflake: "epoch domain kind", ulid: "domain kind" };

/** The forms that are functions of their own: how each is read and written. */
const special = (ids, Class, form, args) => {
  const drifted = { read: (bytes) => Class.fromNodeFirstBytes(bytes), bytes: (id) => id.toNodeFirstBytes() };
  const name = (text) => ({ read: text, write: ids.Group.format });
  const network = {
    read: (text) => ids.Siq.parseHandle(text).id,
    // The domain that no handle has is no form.
    write: (bits) => {
      const id = ids.Siq.fromBigInt(bits);
      if (args.domain === "") skip("domain");
      try {
        return id.toHandle(form, args.domain);
      } catch (error) {
        throw error instanceof ids.IdError ? new Unsupported(error.message) : error;
      }
    },
  };
  const canonical = (bits) => Class.fromBigInt(bits).toString();
  const tables = {
    siq: {
      mastodon: network,
      matrix: network,
      domain: {
        read: (text) => {
          const localId = args.local_id === undefined ? undefined : number(args.local_id);
          if (localId > 255n) skip("local_id");
          return ids.domainHash(text, { localId });
        },
        write: ids.formatDomain,
      },
      snowflake: {
        read: (text) => {
          const bits = number(text);
          if (bits >> 64n) skip("number");
          return ids.Siq.fromSnowflake(bits, { ...args, epoch: number(args.epoch) });
        },
        write: canonical,
      },
      ulid: { read: (text) => ids.Siq.fromUlid(number(text), args), write: canonical },
      bytes16: { bytes: (id) => id.toBytes16(), fromBytes: (bytes) => ids.Siq.fromBytes16(bytes) },
    },
    luuid: {
      lenient: { read: (text) => ids.Luuid.parseLenient(text).id, write: canonical },
      key: { read: ids.Key.parse, write: ids.Key.format },
      key_lenient: { read: ids.Key.parseLenient, write: ids.Key.format },
      group: { read: ids.Group.parse, write: ids.Group.format },
      name: name(ids.Group.ofName),
      name_hex: name((text) => ids.Group.ofName(data(text))),
      prefix: { read: ids.Prefix.parse, write: ids.Prefix.format },
    },
    evently: { lenient: { read: (text) => ids.EventId.parseLenient(text).id, write: canonical } },
    kuid: Class === ids.KuidLocal ? {} : { "node-first": { fromBytes: drifted.read, bytes: drifted.bytes } },
  };
  return (format) => tables[format]?.[form];
};

const parse = (ids, Class, ask, form) => {
  if (ask.fields !== undefined) {
    const fields = map(ask.fields, number);
    return ask.format === "siq" ? Class.fromFields(fields, ask.layout) : Class.fromFields(fields);
  }
  if (ask.text !== undefined) {
    if (form && !form.read) skip(`form ${ask.form} of texts`);
    return form ? form.read(ask.text) : Class.parse(ask.text, ask.form);
  }
  const bytes = data(ask.bytes);
  if (ask.form !== undefined && !form?.fromBytes) skip(`form ${ask.form} of bytes`);
  return form ? form.fromBytes(bytes) : Class.fromBytes(bytes);
};

const format = (ids, Class, ask, form) => {
  const bits = number(ask.bits);
  switch (ask.as) {
    case "text":
      if (form && !form.write) skip(`form ${ask.form} of texts`);
      return form ? form.write(bits) : Class.fromBigInt(bits).toString(ask.form);
    case "bytes":
      if (ask.form !== undefined && !form?.bytes) skip(`form ${ask.form} of bytes`);
      return toHex(form ? form.bytes(Class.fromBigInt(bits)) : Class.fromBigInt(bits).toBytes());
    case "fields": {
      const id = Class.fromBigInt(bits);
      return map(ask.format === "siq" ? id.fieldsIn(ask.layout) : id.fields, String);
    }
    case "time":
      return String(Class.fromBigInt(bits).time);
    default:
      return skip(`output ${ask.as}`);
  }
};

/** The generator of a configuration, whose numbers are texts. */
const NUMBERS = ["max_ahead", "rolling", "shard", "group", "start", "end", "rebase", "drift", "numbered", "local_id"];
const generatorOf = (ids, Class, ask, { clock, random }, after) => {
  const config = Object.fromEntries(Object.entries(ask.config ?? {}).map(([key, value]) => [key, NUMBERS.includes(key) ? number(value) : value]));
  const { max_ahead: maxAhead, ...own } = config;
  const timed = { clock, maxAhead, after };
  switch (ask.format) {
    case "snowflake": {
      const { rolling, numbered, ...node } = own;
      const fields = Object.keys(Class.fromBigInt(0n).fields);
      const unknown = Object.keys(node).find((name) => !fields.includes(name));
      if (unknown !== undefined) skip(`key ${unknown}`);
      return new ids.SnowflakeGenerator(Class, { ...timed, rolling, node: numbered ?? map(node, (value) => number(String(value))) });
    }
    case "kuid":
      if (Class === ids.KuidLocal) return new ids.KuidLocalGenerator({ ...timed, ...own });
      return new ids.KuidGenerator({ ...timed, ...own, drift: Number(own.drift ?? Class.drift) });
    case "siq": {
      const { local_id: localId, ...rest } = own;
      return new ids.SiqGenerator({ ...timed, ...rest, localId });
    }
    case "luuid": {
      const { start, end, rebase: afterKey, ...rest } = own;
      const keys = start === undefined && end === undefined ? ids.Keys.counter() : { start, end };
      return new ids.LuuidGenerator({ after, random, ...rest, keys, afterKey, version: Class === ids.LuuidV8 ? 8 : 6 });
    }
    case "evently":
      return skip(`generator of ${ask.format}`);
    default:
      return new ids[`${Class.name.replace(/Id$/, "")}Generator`]({ ...timed, random, ...own, ...(own.monotonic && { monotonic: true }) });
  }
};

const reason = (error) => {
  const { kind, index, field, until } = error;
  return Object.fromEntries(Object.entries({ kind, index, field, until }).filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]));
};

const generate = (ids, Class, ask) => {
  const rng = data(ask.rng);
  let drawn = 0;
  let time = 0n;
  const host = {
    clock: () => time,
    random: (bytes) => {
      if (drawn + bytes.length > rng.length) throw new RangeError("no more random bytes");
      bytes.set(rng.subarray(drawn, drawn + bytes.length));
      drawn += bytes.length;
    },
  };
  let generator;
  let last;
  return ask.steps.map((step) => {
    if (step.clock !== undefined) time = instant(step.clock);
    const made = [];
    const count = step.count === undefined ? 1n : number(step.count);
    let error;
    try {
      if (step.call === "resume" && last === undefined) skip("identifier to resume after");
      if (step.call === "resume" || step.call === "restart") {
        generator = undefined;
        generator = generatorOf(ids, Class, ask, host, step.call === "resume" ? last : undefined);
      } else {
        generator ??= generatorOf(ids, Class, ask, host);
        if (step.call === "reserve") made.push(...generator.reserve(count));
        else if (count > 1n << 24n) skip("room for that many identifiers");
        else for (let index = 0n; index < count; index += 1n) made.push(generator.generate());
      }
    } catch (thrown) {
      if (thrown instanceof RangeError) skip("room for that many identifiers");
      if (!(thrown instanceof ids.IdError)) throw thrown;
      error = reason(thrown);
    }
    last = made.at(-1) ?? last;
    return { ...(made.length ? { ids: made.map((id) => String(id.toBigInt())) } : {}), ...(error ? { error } : {}) };
  });
};

const canonical = (ids, ask) => {
  if (ask.timestamp !== undefined) {
    const micros = ids.parseTimestamp(ask.timestamp);
    return { micros: String(micros), written: ids.formatTimestamp(micros) };
  }
  if (ask.event !== undefined) {
    const { profile, previous } = ask;
    const { id, body } = ids.readEvent(ask.event, { profile, previous });
    return { body, event_id: String(id) };
  }
  const options = { undefined: {}, ecmascript: { numbers: "ecmascript" }, "last-wins": { duplicates: "last-wins" } };
  if (!Object.hasOwn(options, ask.form)) skip(`form ${ask.form}`);
  return { canonical: ids.canonicalize(ask.json, options[ask.form]) };
};

const verify = (ids, { lines, after }) => {
  // The protocol asks about lines, of which none is wrong; a ledger of none is not valid.
  if (lines.length === 0) return { valid: true, events: "0", profile: null, head: null };
  const { valid, events, profile, head, failure } = ids.verify(lines.join("\n"), { after });
  return { valid, events: String(events), profile, head: head && String(head), ...(failure ? { failure: { kind: failure.kind } } : {}) };
};

const result = (ids, ask) => {
  known(ask);
  if (ask.op === "stop") return {};
  if (ask.op === "start") {
    if (ask.protocol !== "1") skip(`protocol ${ask.protocol}`);
    return { protocol: "1", name: "ids-formats", version: ids.version ?? "unknown", language: "JavaScript", formats: [...Object.keys(plainOf(ids)), "snowflake", "kuid", "siq", "luuid", "evently"] };
  }
  const Class = classOf(ids, ask.format, ask.layout);
  if (ask.op === "canonical" || ask.op === "verify") {
    if (ask.format !== "evently") skip(`${ask.op} of ${ask.format}`);
    return (ask.op === "canonical" ? canonical : verify)(ids, ask);
  }
  const args = ask.args ?? {};
  const told = ask.format === "siq" ? ARGS[ask.form] ?? "" : "";
  if (!fits(Object.keys(args), told)) skip("form of these args");
  const form = special(ids, Class, ask.form, args)(ask.format);
  switch (ask.op) {
    case "parse": {
      const found = parse(ids, Class, ask, form);
      return { bits: String(typeof found === "bigint" ? found : found.toBigInt()) };
    }
    case "format":
      return { [ask.as]: format(ids, Class, ask, form) };
    case "range":
      return { first: String(Class.firstAt(number(ask.time)).toBigInt()), last: String(Class.lastAt(number(ask.time)).toBigInt()) };
    default:
      return { steps: generate(ids, Class, ask) };
  }
};

/** The answer to a line. */
export const respond = (ids, line) => {
  const ask = JSON.parse(line);
  const { seq } = ask;
  try {
    if (twice(line) !== undefined) skip("key may stand twice");
    return JSON.stringify({ seq, result: result(ids, ask) });
  } catch (error) {
    if (error instanceof ids.IdError) return JSON.stringify({ seq, error: reason(error) });
    // A wrong use of the package is a question that it does not have.
    if (error instanceof Unsupported || error instanceof TypeError) return JSON.stringify({ seq, skipped: error.message });
    throw error;
  }
};
