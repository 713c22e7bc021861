// What a program gives: a value of another type is a TypeError that names it.
import { IdError } from "./error.js";

/** Whether a value is a Date, of any realm. */
export const isDate = (value) => Object.prototype.toString.call(value) === "[object Date]";

/** A value as a message shows it. */
export const shown = (value) => {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
  if (isDate(value)) return Number.isNaN(value.getTime()) ? "an invalid Date" : "a Date";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "an array" : "an object";
  return typeof value === "function" ? "a function" : String(value);
};

const wrong = (name, what, value) => new TypeError(`${name} is ${what}, not ${shown(value)}`);

export const text = (name, value) => {
  if (typeof value !== "string") throw wrong(name, "a string", value);
  return value;
};

/** Reads what every array of numbers has, whatever the object and its class say instead. */
const really = (name) => {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name);
  return (array) => get.call(array);
};
const [typeOf, bufferOf, offsetOf, lengthOf] = [Symbol.toStringTag, "buffer", "byteOffset", "length"].map(really);

/** Whether a value is a Uint8Array, of any realm: a Buffer of Node is one too. */
export const isBytes = (value) => typeOf(value) === "Uint8Array";

/** The same bytes. Their length is where the module's memory ends that they are written to: it has to be true. */
const plain = (value) => new Uint8Array(bufferOf(value), offsetOf(value), lengthOf(value));

export const bytes = (name, value) => {
  if (!isBytes(value)) throw wrong(name, "a Uint8Array", value);
  return plain(value);
};

export const textOrBytes = (name, value) => {
  if (typeof value === "string") return value;
  if (!isBytes(value)) throw wrong(name, "a string or a Uint8Array", value);
  return plain(value);
};

/** A whole number that is not negative: a number that is exact, or a bigint. */
export const whole = (name, value) => {
  const exact = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!exact && Number.isInteger(value)) throw new TypeError(`${name} is ${value}: above 2^53 give a bigint, as numbers are not exact there`);
  if (!exact || value < 0) throw wrong(name, "a natural number", value);
  return BigInt(value);
};

/** The same for a parameter or a field: none has more bits. */
export const natural = (name, value) => {
  const number = whole(name, value);
  if (number >> 64n) throw new IdError("range", `${name} has more than 64 bits`, { field: name });
  return number;
};

/** A name, or a number. */
export const either = (name, value) => (typeof value === "string" ? value : natural(name, value));

export const flag = (name, value) => {
  if (typeof value !== "boolean") throw wrong(name, "true or false", value);
  return value;
};

export const callable = (name, value) => {
  if (typeof value !== "function") throw wrong(name, "a function", value);
  return value;
};

/** As another check, where nothing is given too. */
export const maybe = (check, name, value) => (value === undefined ? undefined : check(name, value));

/** The properties of an object that has no others than those known. */
export const options = (name, value, known) => {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(name, "an object", value);
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) throw new TypeError(`no property of ${name} is named ${shown(other)}: there are ${known.join(", ")}`);
  return value;
};
