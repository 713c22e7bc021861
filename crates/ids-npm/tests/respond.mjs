// Answers `ids conform` with the installed package: node respond.mjs
import * as all from "ids-formats";
import { readFileSync } from "node:fs";
import { respond } from "./adapter.mjs";
import { lines } from "./lines.mjs";

const { version } = JSON.parse(readFileSync("node_modules/ids-formats/package.json", "utf8"));
const ids = { ...all, version };
for await (const line of lines(process.stdin)) {
  process.stdout.write(`${respond(ids, line)}\n`);
  if (JSON.parse(line).op === "stop") break;
}
process.stdin.destroy();
