// How fast the installed package is beside others: node speed.mjs, where they are installed too.
// Each is the best of 25 runs, in turns, in nanoseconds: other programs of the machine only make a run longer.
import { nanoid } from "nanoid";
import { DiscordSnowflake } from "@sapphire/snowflake";
import * as discord from "discord-snowflake";
import { decodeTime as ulidTime, ulid } from "ulid";
import { decodeTime, monotonicFactory, ulid as ulidx } from "ulidx";
import * as uuid from "uuid";
import { FlaxGenerator, FlaxId } from "ids-formats/flax";
import { Discord, SnowflakeGenerator } from "ids-formats/snowflake";
import { Luuid } from "ids-formats/luuid";

const flax = FlaxId.parse("0RdKJcxqVBiAiQr0");
const message = Discord.parse("175928847299117063");
const luuid = Luuid.parse("00000023-122e-6aa1-a789-28ef27ab7c62");
const bytes = uuid.parse("018f2c5e-7b1a-7c3d-9e2f-0123456789ab");
const monotonic = new FlaxGenerator({ monotonic: true, maxAhead: 60_000 });
const messages = new SnowflakeGenerator(Discord, { node: 37, maxAhead: 3_600_000 });
const ulids = monotonicFactory();
const tasks = {
  "make, random": {
    "FlaxId.generate": () => FlaxId.generate().toString(),
    "uuid v7": () => uuid.v7(),
    "ulid": () => ulid(),
    "ulidx": () => ulidx(),
    "nanoid": () => nanoid(),
  },
  "make, increasing": { "FlaxGenerator, monotonic": () => monotonic.generate().toString(), "ulidx, monotonic": () => ulids() },
  "make a snowflake": {
    "SnowflakeGenerator": () => messages.generate().toBigInt(),
    "@sapphire/snowflake": () => DiscordSnowflake.generate(),
  },
  "read a text": {
    "FlaxId.parse": () => FlaxId.parse("0RdKJcxqVBiAiQr0"),
    "Discord.parse": () => Discord.parse("175928847299117063"),
    "Luuid.parse": () => Luuid.parse("00000023-122e-6aa1-a789-28ef27ab7c62"),
    "uuid.parse": () => uuid.parse("018f2c5e-7b1a-7c3d-9e2f-0123456789ab"),
  },
  "the time of a text": {
    "FlaxId.parse, time": () => FlaxId.parse("0RdKJcxqVBiAiQr0").time,
    "ulid.decodeTime": () => ulidTime("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    "ulidx.decodeTime": () => decodeTime("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
  },
  "the parts of a snowflake": {
    "Discord.parse, fields": () => Discord.parse("175928847299117063").fields,
    "@sapphire/snowflake": () => DiscordSnowflake.deconstruct("175928847299117063"),
    "discord-snowflake": () => [discord.getTimestamp("175928847299117063"), discord.getWorkerId("175928847299117063"), discord.getProcessId("175928847299117063"), discord.getIncrement("175928847299117063")],
  },
  "write the text": {
    "FlaxId": () => flax.toString(),
    "Discord": () => message.toString(),
    "Luuid": () => luuid.toString(),
    "uuid.stringify": () => uuid.stringify(bytes),
  },
};
for (const [task, programs] of Object.entries(tasks)) {
  const best = Object.fromEntries(Object.keys(programs).map((name) => [name, Infinity]));
  for (let turn = 0; turn < 25; turn += 1) {
    for (const [name, run] of Object.entries(programs)) {
      const begun = performance.now();
      for (let index = 0; index < 5_000; index += 1) globalThis.kept = run();
      best[name] = Math.min(best[name], ((performance.now() - begun) * 1e6) / 5_000);
    }
  }
  const [ours] = Object.values(best);
  for (const [name, nanos] of Object.entries(best)) console.log(`${task} | ${name} | ${nanos.toFixed(0)} ns | ${(nanos / ours).toFixed(2)}`);
}
