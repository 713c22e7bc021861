// How fast the page is: IDS=COMMAND PAGE=FILE node measure.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, open } from "./browser.mjs";

const { IDS: ids, PAGE: file } = process.env;
const folder = mkdtempSync(join(tmpdir(), "ids-page-"));
const browser = await launch();
const time = async (name, steps) => {
  const begun = performance.now();
  const note = await steps();
  const seconds = (performance.now() - begun) / 1000;
  console.log(name, `${seconds.toFixed(2)} s`, note?.(seconds) ?? "");
};
let page;
for (let turn = 0; turn < 3; turn += 1) {
  await time("from an empty tab to the first answer", async () => {
    page = await open(browser, file, { fragment: "#texts=0RdKJcxqVBiAiQr0" });
    await page.waitForSelector("article");
  });
}
const status = (pattern) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById("file-status").textContent), pattern, { timeout: 600000 });
const count = 1000000;
for (const args of [["flax", "--monotonic"], ["snowflake", "--flavour", "discord", "--node", "worker=1,process=1"]]) {
  const path = join(folder, args[0]);
  writeFileSync(path, execFileSync(ids, ["new", ...args, "-n", `${count}`, "--max-ahead", "24h"], { maxBuffer: 1 << 28 }));
  await time(`${count} identifiers of ${args[0]} counted`, async () => {
    await page.setInputFiles("#file", path);
    await status(`^${args[0]}.*counted`);
  });
}
const ledger = join(folder, "tennis.ndjson");
execFileSync(ids, ["ledger", "create", ledger, "--name", "Tennis"]);
const event = JSON.stringify({ event: "Point Won", entities: { player: "p1", match: "2024-04-30" }, meta: { actor: "umpire" }, data: { score: "15:0", serve: 1 } });
const events = join(folder, "events");
writeFileSync(events, `${event}\n`.repeat(300000));
execFileSync(ids, ["ledger", "append", ledger], { stdio: [openSync(events), "ignore", "inherit"] });
const size = statSync(ledger).size / 1e6;
const rate = (seconds) => `${size.toFixed(0)} MB, ${(size / seconds).toFixed(0)} MB/s`;
await time("a ledger of 300001 events verified", async () => {
  await page.setInputFiles("#file", ledger);
  await status("verified, valid");
  return rate;
});
await time("the same by the command, on one thread", async () => {
  execFileSync(ids, ["ledger", "verify", "--threads", "1", ledger]);
  return rate;
});
await browser.close();
rmSync(folder, { recursive: true, force: true });
