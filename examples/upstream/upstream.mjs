// @sapphire/snowflake (Discord's layout) and @atproto/common-web (TIDs) as responders. An adapter
// answers with what its library does; nothing is mended. The port in examples/ports/javascript
// answers what is not a request at all: that never reaches the library.
//
// node upstream.mjs sapphire|atproto FOLDER, where FOLDER has the packages in node_modules.

import { createRequire } from "node:module";
import { join } from "node:path";

import { Unsupported as Skip, number } from "../ports/javascript/common.js";
import { known, twice } from "../ports/javascript/protocol.js";

const [, , which, folder] = process.argv;
const require = createRequire(join(folder, "x.js"));
const version = (name) => require(join(folder, "node_modules", name, "package.json")).version;

function sapphire() {
  const { Snowflake } = require("@sapphire/snowflake");
  const discord = () => new Snowflake(1_420_070_400_000n);
  const answer = (ask) => {
    if (ask.layout !== "discord" || "form" in ask) throw new Skip("no such layout or form");
    if (ask.op === "parse" && ask.text !== undefined) return { bits: String(discord().deconstruct(ask.text).id) };
    if (ask.op === "parse" && ask.fields) {
      const { timestamp, worker, process, increment } = ask.fields;
      const made = discord().generate({
        timestamp: BigInt(timestamp) + 1_420_070_400_000n,
        workerId: BigInt(worker), processId: BigInt(process), increment: BigInt(increment),
      });
      return { bits: String(made) };
    }
    if (ask.op === "format" && ask.as === "text") return { text: String(discord().deconstruct(ask.bits).id) };
    if (ask.op === "format" && ask.as === "fields") {
      const { timestamp, workerId, processId, increment, epoch } = discord().deconstruct(ask.bits);
      return { fields: { timestamp: String(timestamp - epoch), worker: String(workerId),
        process: String(processId), increment: String(increment) } };
    }
    if (ask.op === "format" && ask.as === "time") {
      return { time: String(discord().deconstruct(ask.bits).timestamp * 1_000_000n) };
    }
    if (ask.op === "generate") {
      const { worker, process, ...others } = ask.config ?? {};
      if (Object.keys(others).length > 0) throw new Skip("no such configuration");
      const generator = discord();
      let clock = 0n;
      const steps = ask.steps.map((step) => {
        if (step.call !== "generate") throw new Skip(`no ${step.call}`);
        clock = BigInt(step.clock ?? clock);
        const ids = [];
        for (let left = BigInt(step.count ?? "1"); left > 0n; left -= 1n) {
          ids.push(String(generator.generate({ timestamp: clock / 1_000_000n,
            ...(worker !== undefined && { workerId: BigInt(worker) }),
            ...(process !== undefined && { processId: BigInt(process) }) })));
        }
        return { ids };
      });
      return { steps };
    }
    throw new Skip(`no ${ask.op} of this`);
  };
  return { name: "@sapphire/snowflake", version: version("@sapphire/snowflake"), answer };
}

function atproto() {
  const { TID } = require("@atproto/common-web");
  const answer = (ask) => {
    if (ask.layout !== "tid" || "form" in ask) throw new Skip("no such layout or form");
    if (ask.op === "parse" && ask.text !== undefined) {
      const tid = TID.fromStr(ask.text);
      return { bits: String((BigInt(tid.timestamp()) << 10n) | BigInt(tid.clockid())) };
    }
    if (ask.op === "format" && ask.as === "text") {
      const bits = BigInt(ask.bits);
      return { text: TID.fromTime(Number(bits >> 10n), Number(bits & 0x3ffn)).toString() };
    }
    throw new Skip(`no ${ask.op} of this`);
  };
  return { name: "@atproto/common-web", version: version("@atproto/common-web"), answer };
}

const library = { sapphire, atproto }[which]();

function respond(line) {
  const ask = JSON.parse(line);
  const { seq, op } = ask;
  const { name, version, answer } = library;
  try {
    const key = twice(line);
    if (key !== undefined) throw new Skip(`no key that stands twice: ${key}`);
    known(ask);
    if (op === "start") {
      if (ask.protocol !== "1") throw new Skip("no such protocol");
      return { seq, result: { protocol: "1", name, version, language: "JavaScript", formats: ["snowflake"] } };
    }
    if (op === "stop") return { seq, result: {} };
    if (ask.bits !== undefined) number(ask.bits);
    return { seq, result: answer(ask) };
  } catch (error) {
    if (error instanceof Skip) return { seq, skipped: error.message };
    return { seq, error: { kind: "refused" } };
  }
}

let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(`${JSON.stringify(respond(line))}\n`);
}
