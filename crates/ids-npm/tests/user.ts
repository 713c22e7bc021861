// A user's file: it has to compile with --strict, and its mistakes must not.
import { FlaxId, FlaxGenerator, IdError, systemClock, type Time } from "ids-formats/flax";
import { Discord, Mastodon, Snowflake, SnowflakeGenerator, Tid, Twitter, defineSnowflake, type DiscordOptions } from "ids-formats/snowflake";
import { KuidGenerator, KuidGlobal, kuidGlobal } from "ids-formats/kuid";
import { Siq, SiqGenerator, type SiqKind } from "ids-formats/siq";
import { Group, Keys, Luuid, LuuidGenerator } from "ids-formats/luuid";
import { Chain, EventId, Verifier, canonicalize, type Verdict } from "ids-formats/evently";
import { inside } from "ids-formats/spelling";
import * as all from "ids-formats";

const id: FlaxId = FlaxId.parse("0RdKJcxqVBiAiQr0");
const time: bigint = id.time;
const date: Date = id.date;
const { timestamp, random }: { timestamp: bigint; random: bigint } = id.fields;
const number: bigint = id.toBigInt();
const { form } = FlaxId.parseLenient("05ca55528f7680cb8bb9bdc1");
const hex: "hex" | "base64" | "decimal" = form;
const lenient: { id: FlaxId; form: "hex" | "base64" | "decimal"; spelling: string[] } = FlaxId.parseLenient("'05ca55528f7680cb8bb9bdc1'", { inside });
const within: Discord | undefined = inside(Discord, "<@5>")?.id;
const times: Time[] = [date, time, Date.now(), { epochNanoseconds: 0n }];
const earlier: boolean = FlaxId.firstAt(times[0]!).compare(id) < 0;
const sorted: FlaxId[] = [id, FlaxId.generate()].sort(FlaxId.compare);

class UserId extends FlaxId<"UserId"> {}
class OrderId extends FlaxId<"OrderId"> {}
const user: UserId = UserId.parse("0RdKJcxqVBiAiQr0");
const ofUser = (id: UserId): string => id.text;
const ofAny = (id: FlaxId): string => id.text;
const texts: string[] = [ofUser(UserId.generate()), ofAny(OrderId.generate()), ofAny(FlaxId.generate())];

const generator = new FlaxGenerator({ monotonic: true, clock: systemClock, random: (bytes) => bytes.fill(7), after: id });
const made: Promise<FlaxId> = generator.wait({ limit: 5 });
try {
  generator.reserve(5);
} catch (error) {
  if (error instanceof IdError && error.kind === "wait") console.log(error.until! - time);
}

const worker: bigint = Discord.parse("175928847299117063").field("worker");
const discord: Discord = new SnowflakeGenerator(Discord, { node: 37, maxAhead: 5 }).generate();
const written: Discord[] = [new SnowflakeGenerator(Discord, { worker: 1, process: 5 }).generate(), Discord.generate({ worker: 1, process: 5 })];
const Order = defineSnowflake({
  name: "order",
  epoch: 0,
  fields: [{ name: "timestamp", bits: 44 }, { name: "node", bits: 8 }, { name: "sequence", bits: 12 }],
  sequence: "sequence",
});
const order: Snowflake<"timestamp" | "node" | "sequence"> = Order.fromBigInt(1n);
const node: bigint = order.field("node");
const Own = defineSnowflake({
  name: "own",
  epoch: 0,
  fields: [{ name: "zero", bits: 1, always: 0 }, { name: "time", bits: 43 }, { name: "worker", bits: 4 }, { name: "process", bits: 4 }, { name: "count", bits: 12 }],
  timestamp: "time",
  sequence: "count",
});
const own: bigint = new SnowflakeGenerator(Own, { worker: 1, process: 5 }).generate().field("count");
const options: DiscordOptions = { worker: 1, process: 5 };
const kept: SnowflakeGenerator<Discord> = new SnowflakeGenerator<Discord>(Discord, options);
class Messages extends SnowflakeGenerator<Discord> {
  constructor() {
    super(Discord, options);
  }
}
const tid: Tid = Tid.generate({ node: { clock: 3 }, clock: systemClock });
class Invoice extends Order<"Invoice"> {}
class Receipt extends Order<"Receipt"> {}
class Message extends Discord<"Message"> {}
const invoice: Invoice = Invoice.fromBigInt(1n);
const message: Message = new SnowflakeGenerator(Message, { node: 37 }).generate();
const another: Message = Message.generate({ worker: 1, process: 5 });
const bill: Invoice = Invoice.generate({ node: 1 });
const siq: Siq = Siq.generate({ domain: "example.com", localId: 7, shard: 1, kind: "user" });
const luuid: Luuid = Luuid.generate({ keys: { start: 1, end: 9 }, afterKey: 3, version: 8 });
const kuids: KuidGlobal[] = [KuidGlobal.generate({ name: "app@host" }), kuidGlobal(5).generate({ node: "0000002a" }), new KuidGenerator({ node: 42, drift: 5 }).generate()];
const kuid: KuidGlobal = new KuidGenerator({ name: "app@host", drift: 5 }).generate();
const five: KuidGlobal = kuidGlobal(5).parse(`${kuid}`);
const kind: SiqKind = new SiqGenerator({ domain: "example.com", shard: 1, kind: "user" }).generate().kind;
const key: bigint = new LuuidGenerator({ group: Group.ofName("order"), keys: Keys.counter() }).generate().key;
const verdict: Verdict = new Verifier({ after: EventId.parse("0005cd7556b05092aecc815daa77f99c") }).feed("").end();
const record: string = Chain.begin(canonicalize("{}")).record;
const once: string | null = Chain.resume(`${id}`).append("{}", { key: "order 1" }).record;
const same: typeof FlaxId = all.FlaxId;

// @ts-expect-error there is no such form
id.toString("roman");
// @ts-expect-error there is no such field
id.field("worker");
// @ts-expect-error an identifier is no number
FlaxId.fromBigInt(5);
// @ts-expect-error a user is no team: another format is another type
const wrong: FlaxId = Siq.parse("");
// @ts-expect-error a flavour is no other
const other: Twitter = Discord.parse("1");
// @ts-expect-error an order is no user: subclasses have names of their own
ofUser(OrderId.generate());
// @ts-expect-error nor is an identifier without such a name
ofUser(FlaxId.parse(""));
// @ts-expect-error two names
user.compare(OrderId.generate());
// @ts-expect-error two names
FlaxId.compare(user, OrderId.generate());
// @ts-expect-error a class of a flavour of one's own has a name as well
const swapped: Invoice = Receipt.fromBigInt(1n);
// @ts-expect-error a flavour without a name
const unnamed: Message = discord;
// @ts-expect-error a counter begins anew with each process: that is said
new LuuidGenerator({ group: "order" });
// @ts-expect-error there is no public constructor
new FlaxId();
// @ts-expect-error an LUUID has no time
Luuid.parse("00000023-122e-6aa1-a789-28ef27ab7c62").time;
// @ts-expect-error a Snowflake needs a node
new SnowflakeGenerator(Discord, {});
// @ts-expect-error and each of its parts
new SnowflakeGenerator(Discord, { worker: 1 });
// @ts-expect-error by its name
new SnowflakeGenerator(Discord, { workr: 1, process: 5 });
// @ts-expect-error nor has the node such a part
new SnowflakeGenerator(Discord, { node: { worker: 1, process: 5, shard: 3 } });
// @ts-expect-error in one call too
Discord.generate({ workr: 1, process: 5 });
// @ts-expect-error in a flavour of one's own too: its timestamp, its sequence and what is always the same are no parts
new SnowflakeGenerator(Own, { worker: 1 });
// @ts-expect-error nor is a value given for what is always the same, but for all others
Own.fromFields({ time: 1, worker: 1, process: 5 });
// @ts-expect-error there is no such field
defineSnowflake({ name: "own", epoch: 0, fields: [{ name: "timestamp", bits: 64 }], sequence: "count" });
// @ts-expect-error a field has no such property
defineSnowflake({ name: "own", epoch: 0, fields: [{ name: "timestamp", bits: 64, fixed: 0 }] });
// @ts-expect-error a part with the name of an option is given in the node
Tid.generate({ clock: 3 });
// @ts-expect-error a flavour that is only read makes no identifier
Mastodon.generate({ tail: 1 });
// @ts-expect-error to continue after an identifier without the name
new SnowflakeGenerator(Message, { node: 37, after: discord });
// @ts-expect-error a drift has 5 to 10 bits
new KuidGenerator({ node: 42, drift: 4 });
// @ts-expect-error a key is a number
Luuid.generate({ keys: Keys.counter(), afterKey: "3e8" });
// @ts-expect-error there is no such option
FlaxId.generate({ speed: 1 });
// @ts-expect-error with a key there may be no record
const surely: string = Chain.resume(`${id}`).append("{}", { key: "order 1" }).record;
// @ts-expect-error a flag is true or false
new FlaxGenerator({ monotonic: 1 });
// @ts-expect-error a field is missing
FlaxId.fromFields({ timestamp: 1n });

export { own, options, kept, Messages, tid, lenient, within, written, another, bill, siq, luuid, kuids, date, random, timestamp, number, hex, earlier, sorted, user, made, worker, discord, node, five, kind, key, verdict, record, once, texts, invoice, message, swapped, unnamed, surely, same, wrong, other };
