// Books seats in a ledger: seats.mjs LEDGER-URL book SEAT, or seats.mjs LEDGER-URL follow COUNT [LAST-ID]
async function ask(url, body, headers = {}) {
  const options = body && { method: "POST", body: JSON.stringify(body) };
  for (;;) {
    const answer = await fetch(url, { headers: { "Content-Type": "application/json", ...headers }, ...options }).catch(() => null);
    if (answer && answer.status !== 503) return answer;
    await new Promise((wake) => setTimeout(wake, 100)); // Was it done? Asked again with the same key, it is done once.
  }
}

const [ledger, verb, what, last] = process.argv.slice(2);
if (verb === "book") {
  const entities = { seat: [what] }, event = { event: "Booked", entities, meta: {}, data: "JavaScript" };
  const request = { events: [{ event, key: `JavaScript ${what}` }], unless: [{ events: ["Booked"], entities }] };
  const answer = await (await ask(`${ledger}/events`, request)).json();
  console.log(answer.ids ? answer.ids[0] : `${answer.kind} ${answer.event}`);
} else {
  for (let left = Number(what), headers = last ? { "Last-Event-ID": last } : {}; left > 0; ) {
    let text = ""; // Cut off, it goes on after the last event.
    const { body } = await ask(`${ledger}/follow`, null, headers);
    try {
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        const events = (text + part).split("\n\n"); // an empty line ends the event
        text = events.pop();
        for (const data of events.flatMap((event) => event.match(/^data: (.*)$/m)?.[1] ?? []).slice(0, left)) {
          const event = JSON.parse(data);
          [left, headers] = [left - 1, { "Last-Event-ID": event.eventId }];
          console.log(event.eventId, event.event);
        }
        if (left === 0) process.exit();
      }
    } catch {}
  }
}
