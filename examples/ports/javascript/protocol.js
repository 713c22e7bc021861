// The requests of docs/protocol.md: which keys and values each has. What is not a request is skipped.

import { Unsupported, fromHex, number } from "./common.js";

/**
 * The keys of each operation, besides `seq` and `op`: it has to have those of one text, but for the ones
 * with a `?`.
 */
const PLACE = "format layout?";
const KEYS = {
  start: ["protocol"], stop: [""], range: [`${PLACE} time`],
  parse: [`${PLACE} form? args? text`, `${PLACE} form? args? bytes`, `${PLACE} fields`],
  format: [`${PLACE} form? args? bits as`], generate: [`${PLACE} config? rng steps`],
  canonical: [`${PLACE} form? json`, `${PLACE} timestamp`, `${PLACE} event profile? previous?`],
  verify: [`${PLACE} lines after?`],
};

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value) => isObject(value) && Object.values(value).every(isText);
const CALLS = ["generate", "reserve", "resume", "restart"];
const isStep = (step) => isTexts(step) && fits(Object.keys(step), "clock? call count?") && CALLS.includes(step.call);

/** What the values of keys are, of which most are texts. */
const TYPES = {
  args: isTexts,
  fields: isTexts,
  config: isTexts,
  lines: (value) => Array.isArray(value) && value.every(isText),
  steps: (value) => Array.isArray(value) && value.length > 0 && value.every(isStep),
};

/** Whether these are the keys. */
export function fits(found, keys) {
  const all = keys.split(" ");
  const needed = all.filter((key) => key && !key.endsWith("?"));
  return needed.every((key) => found.includes(key)) &&
    found.every((key) => all.includes(key) || all.includes(`${key}?`));
}

/** What this program does not know it skips, rather than guess what the rest means. */
export function known({ seq, op, ...keys }) {
  if (!isText(op) || !Object.hasOwn(KEYS, op)) throw new Unsupported(`no op ${op}`);
  const found = Object.keys(keys);
  if (!KEYS[op].some((one) => fits(found, one))) throw new Unsupported(`no ${op} of the keys ${found.join(", ")}`);
  for (const key of found) {
    if (!(TYPES[key] ?? isText)(keys[key])) throw new Unsupported(`no such ${key}`);
  }
  number(seq);
  if ([keys.layout, keys.form, keys.profile].includes("")) throw new Unsupported("no name is empty");
  const formed = found.includes("form") || found.includes("args");
  if (formed && ["fields", "time"].includes(keys.as)) throw new Unsupported(`no form of ${keys.as}`);
}

/** A key that stands twice in an object of a line of JSON, if there is one: JSON.parse keeps the last. */
export function twice(line) {
  const open = [];
  for (const [token] of line.matchAll(/[{}]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (token.endsWith(":")) {
      const key = JSON.parse(token.slice(0, -1));
      if (open.at(-1).has(key)) return key;
      open.at(-1).add(key);
    }
  }
  return undefined;
}

/** What a clock reads, which may be before the Unix epoch. */
export const instant = (text) => number(text, /^(0|-?[1-9][0-9]{0,38})$/);

/** Bytes as hexadecimal digits write them. */
export function data(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Unsupported(`no bytes ${text}`);
  return fromHex(text);
}
