// Answers `ids conform` with the installed package: node respond.mjs
import * as ids from "ids-formats";
import { createInterface } from "node:readline";
import { respond } from "./adapter.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${respond(ids, line)}\n`);
  if (JSON.parse(line).op === "stop") break;
}
process.stdin.destroy();
