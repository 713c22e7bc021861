// Answers the questions of `ids conform` (docs/protocol.md), one JSON object on a line.

import { Clock, Random, Refused, Unsupported, fromBytes, number, toBytes, toHex } from "./common.js";
import * as evently from "./evently.js";
import * as flax from "./flax.js";
import * as kuid from "./kuid.js";
import * as luuid from "./luuid.js";
import { data, fits, instant, known, twice } from "./protocol.js";
import * as siq from "./siq.js";
import * as snowflake from "./snowflake.js";

const FORMATS = { flax, snowflake, kuid, siq, luuid, evently };

function answer(ask) {
  known(ask);
  if (ask.op === "start") {
    if (ask.protocol !== "1") throw new Unsupported(`no protocol ${ask.protocol}`);
    const formats = Object.keys(FORMATS);
    return { protocol: "1", name: "ids-javascript", version: "1", language: "JavaScript", formats };
  }
  if (ask.op === "stop") return {};
  const format = FORMATS[ask.format];
  if (!Object.hasOwn(FORMATS, ask.format)) throw new Unsupported(`no format ${ask.format}`);
  const { layout = "", form = "" } = ask;
  const table = format.LAYOUTS[layout];
  if (!Object.hasOwn(format.LAYOUTS, layout)) throw new Unsupported(`no layout ${layout}`);
  if (ask.op === "canonical" || ask.op === "verify") {
    if (format !== evently) throw new Unsupported(`no ${ask.op} of ${ask.format}`);
    return ask.op === "canonical" ? canonical(ask) : verify(ask);
  }
  const { args = {} } = ask;
  if (!fits(Object.keys(args), format.ARGS?.[form] ?? "")) {
    throw new Unsupported(`no form ${form} of the args ${Object.keys(args).join(", ")}`);
  }
  switch (ask.op) {
    case "parse": return { bits: String(parse(format, table, layout, form, args, ask)) };
    case "format": return write(format, table, layout, form, args, number(ask.bits), ask.as);
    case "range": {
      if (!format.range) throw new Unsupported("no time");
      const [first, last] = format.range(layout, number(ask.time));
      return { first: String(first), last: String(last) };
    }
    case "generate": return { steps: generate(format, layout, ask) };
  }
  throw new Unsupported(`no op ${ask.op}`);
}

/** The check of a format whose layouts are more than a table, else that of the table. */
const checkOf = (format, table) => format.check ?? ((bits) => table.check(bits));

function parse(format, table, layout, form, args, ask) {
  if (ask.text !== undefined) return format.parse(layout, form, ask.text, args);
  if (ask.bytes !== undefined) {
    const bytes = data(ask.bytes);
    if (form && !format.readBytes) throw new Unsupported(`no form ${form} of bytes`);
    if (form) return format.readBytes(layout, form, bytes);
    if (bytes.length !== table.bits / 8) throw new Refused("length");
    return checkOf(format, table)(fromBytes(bytes));
  }
  const values = Object.fromEntries(Object.entries(ask.fields).map(([name, value]) => [name, number(value)]));
  return format.pack ? format.pack(layout, values) : table.pack(values);
}

function write(format, table, layout, form, args, bits, as) {
  if (as === "text") return { text: format.write(layout, form, bits, args) };
  if (as === "bytes" && form && !format.writeBytes) throw new Unsupported(`no form ${form} of bytes`);
  if (as === "bytes" && form) return { bytes: toHex(format.writeBytes(layout, form, bits)) };
  if (!["bytes", "fields", "time"].includes(as)) throw new Unsupported(`no output ${as}`);
  checkOf(format, table)(bits);
  if (as === "bytes") return { bytes: toHex(toBytes(bits, table.bits / 8)) };
  if (as === "fields") {
    const fields = Object.entries(table.unpack(bits)).map(([name, value]) => [name, String(value)]);
    return { fields: Object.fromEntries(fields) };
  }
  if (!format.time) throw new Unsupported("no time");
  return { time: String(format.time(layout, bits)) };
}

/** A generator under a scripted clock; a restart makes another one. */
function generate(format, layout, ask) {
  if (!format.Generator) throw new Unsupported("no generator");
  const clock = new Clock();
  const random = new Random(data(ask.rng));
  const make = (after) => {
    const config = { ...ask.config };
    const generator = new format.Generator(layout, config, clock, random, after);
    const [unknown] = Object.keys(config);
    if (unknown !== undefined) throw new Unsupported(`no key ${unknown} of config`);
    return generator;
  };
  let generator;
  let last;
  return ask.steps.map(({ clock: reading, call, count = "1" }) => {
    if (reading !== undefined) clock.reading = instant(reading);
    if (call === "resume" && last === undefined) throw new Unsupported("nothing to resume after");
    const ids = [];
    const most = number(count);
    let error;
    try {
      if (call === "resume" || call === "restart") generator = make(call === "resume" ? last : undefined);
      generator ??= make();
      if (call === "reserve") ids.push(...generator.reserve(most));
      if (call === "generate") for (let left = most; left > 0n; left -= 1n) ids.push(generator.generate());
    } catch (refused) {
      error = fault(refused);
    }
    last = ids.at(-1) ?? last;
    return { ids: ids.map(String), ...(error && { error }) };
  });
}

function canonical(ask) {
  if (ask.json !== undefined) return { canonical: evently.canonical(ask.json, ask.form ?? "") };
  if (ask.timestamp !== undefined) {
    const micros = evently.parseTimestamp(ask.timestamp);
    return { micros: String(micros), written: evently.formatTimestamp(micros) };
  }
  const event = new evently.Event(ask.event, ask.profile);
  const id = ask.previous === undefined ? event.genesisId() : event.id(evently.parse("", "", ask.previous));
  return { body: event.body, event_id: evently.write("", "", id) };
}

function verify(ask) {
  const after = ask.after === undefined ? undefined : evently.parse("", "", ask.after);
  const { events, failure, profile, head } = evently.verify(ask.lines, after);
  return {
    valid: failure === undefined,
    events: String(events),
    profile,
    head: head === undefined ? null : evently.write("", "", head),
    ...(failure && { failure: { kind: failure } }),
  };
}

/** A refusal as the protocol has it; what is not a refusal is a fault of this program. */
function fault(refused) {
  if (!(refused instanceof Refused)) throw refused;
  const named = ["index", "field", "until"].filter((key) => refused[key] !== undefined);
  return { kind: refused.kind, ...Object.fromEntries(named.map((key) => [key, String(refused[key])])) };
}

function respond(line) {
  const ask = JSON.parse(line);
  try {
    const key = twice(line);
    if (key !== undefined) throw new Unsupported(`no key that stands twice: ${key}`);
    return { seq: ask.seq, result: answer(ask) };
  } catch (error) {
    if (error instanceof Unsupported) return { seq: ask.seq, skipped: error.message };
    return { seq: ask.seq, error: fault(error) };
  }
}

/** The lines of standard input. Only a line feed ends one: node:readline knows other ends. */
async function* lines() {
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}

for await (const line of lines()) {
  const response = respond(line);
  process.stdout.write(`${JSON.stringify(response)}\n`);
  // Only `stop` has an empty result.
  if (response.result && Object.keys(response.result).length === 0) break;
}
