// LUUID: 128 bits in the shape of a UUID, of a key and its group. Rules: crates/luuid/FORMAT.md.

import {
  HEX, HEX_ANY_CASE, Layout, Refused, Unsupported, decodeUuid, encodeUuid, fill, fits, fromHex, number, take, utf8,
} from "./common.js";

// LUUID-1, LUUID-2
const layoutOf = (name, version) => new Layout(name, 128, ["key", 48], ["version", 4, version],
  ["group", 12], ["variant", 4, 10n], ["random", 60]);
const V6 = layoutOf("luuid", 6n);
const V8 = layoutOf("luuid-v8", 8n);
export const LAYOUTS = { [V6.name]: V6, [V8.name]: V8 };
const [KEY, VERSION, GROUP, VARIANT] = V6.fields;
const WHOLE = ["", "lenient", "uuid", "upper", "hex", "urn", "braced", "published"];
const SHORT = ["key", "key_lenient", "group", "name", "name_hex", "prefix"];
const HYPHEN = 0x2d;

/** Both versions are read, whatever the layout that is asked for. */
export function check(bits) {
  if (bits >> 128n) throw new Refused("too_large");
  if (![6n, 8n].includes(VERSION.get(bits))) throw new Refused("fixed", { field: "version" });
  if (VARIANT.get(bits) !== 10n) throw new Refused("fixed", { field: "variant" });
  return bits;
}

/** LUUID-4: CRC-12, reflected. */
function groupOf(bytes) {
  let register = 0xfff;
  for (const byte of bytes) {
    register ^= byte;
    for (let bit = 0; bit < 8; bit += 1) register = (register >> 1) ^ (register & 1 ? 0xf01 : 0);
  }
  return BigInt(register ^ 0xfff);
}

/** A text of one form (LUUID-6, LUUID-7). All but the canonical one are read in either case. */
function decode(form, bytes) {
  const text = Buffer.from(bytes).toString("latin1");
  const read = (inner, start = 0) => check(decodeUuid(HEX_ANY_CASE, inner, start));
  switch (form) {
    case "uuid": return check(decodeUuid(HEX, bytes));
    case "upper": return read(bytes);
    case "hex": return check(HEX_ANY_CASE.decodeFixed(bytes, 128));
    case "braced":
      if (bytes.length !== 38) throw new Refused("length");
      if (!text.startsWith("{")) throw new Refused("expected", { index: 0 });
      if (!text.endsWith("}")) throw new Refused("expected", { index: 37 });
      return read(bytes.slice(1, -1), 1);
    case "urn":
      if (bytes.length !== 45) throw new Refused("length");
      if (text.slice(0, 9).toLowerCase() !== "urn:uuid:") throw new Refused("expected", { index: 0 });
      return read(bytes.slice(9), 9);
    case "published": {
      if (bytes.length !== 36) throw new Refused("length");
      if (bytes[9] !== HYPHEN) throw new Refused("expected", { index: 9 });
      const swapped = bytes.slice();
      [swapped[8], swapped[9]] = [bytes[9], bytes[8]];
      try {
        return read(swapped);
      } catch (error) {
        // What stands at 8 has been looked at in place 9.
        if (error.index === 9) error.index = 8;
        throw error;
      }
    }
  }
  throw new Unsupported(`no form ${form}`);
}

/** LUUID-7: the length decides which form a text is of, and the place of the first hyphen. */
function formOf(bytes) {
  if (bytes.length === 36 && bytes[9] === HYPHEN && bytes[8] !== HYPHEN) return "published";
  const form = { 32: "hex", 36: "upper", 38: "braced", 45: "urn" }[bytes.length];
  if (form === undefined) throw new Refused("length");
  return form;
}

const parseKey = (bytes) => HEX.decode(bytes, 48);

/** LUUID-9: one hyphen before the last three or four digits. */
function parseKeyLenient(bytes) {
  const head = [bytes.length - 4, bytes.length - 5].find((place) => bytes[place] === HYPHEN);
  if (!head || bytes.length > 13) return parseKey(bytes);
  try {
    return parseKey(bytes.filter((_, index) => index !== head));
  } catch (error) {
    if (error.kind === "digit" && error.index >= head) error.index += 1;
    throw error;
  }
}

/** LUUID-10: the 18 characters without leading zeros and hyphens. */
function parsePrefix(bytes) {
  if (bytes.length < 6 || bytes.length > 18) throw new Refused("length");
  if (bytes[0] === HYPHEN) throw new Refused("digit", { index: 0 });
  const missing = 18 - bytes.length;
  const zeros = utf8("00000000-0000-0000").slice(0, missing);
  const whole = Uint8Array.from([...zeros, ...bytes]);
  const digits = [];
  whole.forEach((byte, index) => {
    if (index === 8 || index === 13) {
      if (byte !== HYPHEN) throw new Refused("expected", { index: index - missing });
    } else {
      if (!HEX.values.has(byte)) throw new Refused("digit", { index: index - missing });
      digits.push(byte);
    }
  });
  const bits = HEX.number(digits);
  if (writePrefix(bits).length !== bytes.length) throw new Refused("leading_zero", { index: 0 });
  return bits;
}

function writePrefix(bits) {
  check((bits << 64n) | (10n << 60n));
  const digits = HEX.encode(bits, 16);
  // Of the key's digits at least the last one stays.
  const key = digits.slice(0, 12).replace(/^0{1,11}/, "");
  const parts = [key.slice(0, -4), key.slice(-4), digits.slice(12)];
  return parts.filter((part) => part !== "").join("-");
}

export function parse(layout, form, text) {
  const bytes = utf8(text);
  switch (form) {
    case "": return decode("uuid", bytes);
    case "lenient": return decode(formOf(bytes), bytes);
    case "key": return parseKey(bytes);
    case "key_lenient": return parseKeyLenient(bytes);
    case "group": return HEX.decodeFixed(bytes, 12);
    case "name": return groupOf(bytes);
    case "name_hex": return groupOf(fromHex(text));
    case "prefix": return parsePrefix(bytes);
  }
  return decode(form, bytes);
}

function encode(form, bits) {
  const text = encodeUuid(bits);
  switch (form) {
    case "hex": return HEX.encode(bits, 32);
    case "upper": return text.toUpperCase();
    case "urn": return `urn:uuid:${text}`;
    case "braced": return `{${text}}`;
    case "published": return `${text.slice(0, 8)}${text[9]}-${text.slice(10)}`;
  }
  return text;
}

export function write(layout, form, bits) {
  if (WHOLE.includes(form)) return encode(form, check(bits));
  if (!SHORT.includes(form)) throw new Unsupported(`no form ${form}`);
  fits(bits, 64);
  switch (form) {
    case "key": case "key_lenient": KEY.put(bits); return HEX.encode(bits);
    case "group": case "name": case "name_hex": GROUP.put(bits); return HEX.encode(bits, 3);
    default: return writePrefix(bits);
  }
}

/** LUUID-11 to LUUID-14 */
export class Generator {
  constructor(layout, config, clock, random, after) {
    this.layout = LAYOUTS[layout];
    this.random = random;
    this.group = number(take(config, "group") ?? "0");
    GROUP.put(this.group);
    // LUUID-12: key 0 is never given.
    const start = number(take(config, "start") ?? "1");
    this.end = number(take(config, "end") ?? String(1n << 48n));
    KEY.put(this.end > 0n ? this.end - 1n : 0n);
    this.next = start > 0n ? start : 1n;
    const rebase = number(take(config, "rebase") ?? "0");
    KEY.put(rebase);
    const kept = after === undefined ? after : KEY.get(after);
    // LUUID-14: only upwards.
    for (const last of [rebase, kept]) {
      if (last !== undefined && last >= this.next) this.next = last + 1n;
    }
  }

  generate() {
    // LUUID-13: the word first, so that a source that fails costs no key.
    const word = this.random.word();
    if (this.next >= this.end) throw new Refused("exhausted");
    const key = this.next;
    this.next += 1n;
    return this.layout.pack({ key, group: this.group, random: word >> 4n });
  }

  reserve(count) {
    return fill(count, () => this.generate());
  }
}
