// Answers `ids conform` with what the page answers: node respond.mjs PAGE
import { lines } from "../../../ids-npm/tests/lines.mjs";
import { launch, open } from "./browser.mjs";

const browser = await launch();
const page = await open(browser, process.argv[2]);
for await (const line of lines(process.stdin)) {
  const response = await page.evaluate(async (line) => {
    // What is not a request of the protocol's reference is skipped by its number, as `ids respond` does.
    try {
      return await globalThis.ids.respond(line);
    } catch (error) {
      return JSON.stringify({ seq: JSON.parse(line).seq, skipped: error.message });
    }
  }, line);
  process.stdout.write(`${response}\n`);
  if (JSON.parse(line).op === "stop") break;
}
await browser.close();
