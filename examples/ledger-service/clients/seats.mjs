// Books seats in a ledger: seats.mjs LEDGER-URL book SEAT, or seats.mjs LEDGER-URL follow COUNT [LAST-ID]
const [ledger, verb, what, last] = process.argv.slice(2), entities = { seat: [what] };
const headers = { "Content-Type": "application/json", ...(last && { "Last-Event-ID": last }) };

async function* ask(url, options) {
  for (let text = ""; ; text = await new Promise((wake) => setTimeout(wake, 100, ""))) try {
    const answer = await fetch(url, { headers, ...options });
    if (answer.status !== 503) for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split("\n");
      text = lines.pop();
      yield* lines.filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)));
    }
    yield JSON.parse(text); // An answer, but nothing of a stream that was cut off: it goes on after the last event.
  } catch {} // Was it done? Asked again with the same key, it is done once.
}

const event = { event: "Booked", entities, meta: {}, data: "JavaScript" };
const request = { events: [{ event, key: `JavaScript ${what}` }], unless: [{ events: ["Booked"], entities }] };
const book = { method: "POST", body: JSON.stringify(request) };
let left = verb === "book" ? 1 : Number(what);
for await (const it of verb === "book" ? ask(`${ledger}/events`, book) : ask(`${ledger}/follow`)) {
  console.log(it.ids?.[0] ?? it.eventId ?? it.kind, ...(it.event ? [it.event] : []));
  headers["Last-Event-ID"] = it.eventId;
  if (--left === 0) process.exit();
}
