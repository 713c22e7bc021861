// What tests and other programs compare: pairs that are equal, and pairs that are not.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Discord, FlaxId, KuidGlobal, Luuid } from "ids-formats";

const pairs = [
  [Discord, "1", "2"],
  [FlaxId, "0RdKJcxqVBiAiQr0", "0RdKJcxqVBiAiQr1"],
  [KuidGlobal, ".5.tXVEf8n8vPN.0", ".5.tXVEf8n8vPN.1"],
  [Luuid, "00000023-122e-6aa1-a789-28ef27ab7c62", "00000023-122e-6aa1-a789-28ef27ab7c63"],
];
/** Where an identifier is kept. */
const places = [(id) => id, (id) => ({ id, name: "x" }), (id) => [id], (id) => new Map([["id", id]])];
const both = (choose) => pairs.flatMap(([Class, one, two]) => places.map((place) => choose(one, two).map((text) => place(Class.parse(text)))));

export const alike = both((one) => [one, one]);
export const apart = both((one, two) => [one, two]);

/** A package of the folder TOOLS. */
export const tool = (name) => import(pathToFileURL(createRequire(`${process.env.TOOLS}/`).resolve(name)));
