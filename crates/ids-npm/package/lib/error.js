// What a format refuses.

/** An error of a format: its kind, and what it names. */
export class IdError extends Error {
  constructor(kind, message, { index, field, until, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
    if (index !== undefined) this.index = index;
    if (field !== undefined) this.field = field;
    if (until !== undefined) this.until = until;
  }
}
Object.defineProperty(IdError.prototype, "name", { value: "IdError", configurable: true, writable: true });

/** The error of the five lines that a module answers. A message may repeat a text of the caller, which no terminal obeys. */
export const errorOf = (text, cause) => {
  const [kind, index, field, until, ...message] = text.split("\n");
  const said = message.join("\n").replace(/\p{Cc}/gu, (unit) => `\\x${unit.charCodeAt().toString(16).padStart(2, "0")}`);
  if (kind === "usage") return new TypeError(said);
  if (kind === "room") return new RangeError(said);
  return new IdError(kind, said, {
    index: index === "" ? undefined : Number(index),
    field: field === "" ? undefined : field,
    until: until === "" ? undefined : BigInt(until),
    cause,
  });
};
