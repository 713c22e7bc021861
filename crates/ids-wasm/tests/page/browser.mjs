// Opens the page in headless Chromium, from a file.
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const found = ["chromium-headless-shell", "chromium"]
  .map((name) => { try { return execFileSync("which", [name], { encoding: "utf8" }).trim(); } catch { return ""; } })
  .find(Boolean);

// A machine without a display is mostly one without a user namespace as well: no sandbox.
export const launch = () => chromium.launch({ executablePath: found, args: ["--no-sandbox"] });

// A new tab with the page. `requests` has what it loaded, but for itself and the worker it makes;
// `complaints` has what its console says, which is where a browser tells of what the policy refused.
export const open = async (browser, file, { fragment = "", ...options } = {}) => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, timezoneId: "Asia/Tokyo", locale: "en-GB", ...options });
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  page.requests = [];
  page.complaints = [];
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address && !url.startsWith("blob:null/")) page.requests.push(url);
  });
  page.on("console", (message) => page.complaints.push(message.text()));
  page.on("pageerror", (error) => page.complaints.push(error.message));
  await page.goto(`${address}${fragment}`);
  return page;
};
