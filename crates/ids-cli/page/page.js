"use strict";
const at = (id) => document.getElementById(id);
// An element with attributes and children. Text is only ever set as text.
const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
};

// Text from outside, in which no character acts on the order of what is read.
const shown = (text) =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) =>
    `\\u{${character.charCodeAt(0).toString(16)}}`);

// The decoder: a worker with the wasm module, so that the page never stands still.
const module = (async () => {
  const bytes = Uint8Array.from(atob(at("wasm").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
})();
const source = URL.createObjectURL(new Blob([at("worker").textContent], { type: "text/javascript" }));
const start = () => {
  const worker = new Worker(source);
  const waiting = new Map();
  let last = 0;
  const ask = (message, progress) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject, progress });
      worker.postMessage({ ...message, id: last });
    });
  worker.onmessage = ({ data }) => {
    const { resolve, reject, progress } = waiting.get(data.id);
    if (data.done !== undefined) return progress(data.done, data.found);
    waiting.delete(data.id);
    if (data.error === undefined) resolve(data.answer);
    else reject(new Error(data.error));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "the worker failed"));
    waiting.clear();
  };
  const ready = module.then((bytes) => ask({ module: bytes }));
  return {
    ask: async (message, progress) => {
      await ready;
      return ask(message, progress);
    },
    stop: () => worker.terminate(),
  };
};
const decoder = start();
// For a console, and for the tests: the same functions as the page's own.
globalThis.ids = {
  inspect: (texts, known) => decoder.ask({ name: "ids_inspect", request: { texts, known: known ?? { now: now() } } }),
  respond: (line) => decoder.ask({ name: "ids_respond", request: line }),
};

const now = () => `${BigInt(Date.now()) * 1000000n}`;

// Nanoseconds since the Unix epoch of a time as people write it, in UTC unless it names another zone.
const instant = (text) => {
  const wrong = () => new Error(`"${shown(text)}" is not a time: write 2016-04-30, 2016-04-30T11:18:25.796Z, 1462015105s or 1462015105796ms`);
  const count = /^(\d{1,24})(s|ms)$/.exec(text);
  if (count) return `${BigInt(count[1]) * (count[2] === "s" ? 1000000000n : 1000000n)}`;
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:\d\d)?$/i.exec(text);
  if (!parts) throw wrong();
  const [, day, minute = "00:00", second = "00", fraction = "", offset = "Z"] = parts;
  const date = new Date(`${day}T00:00:00Z`);
  const millis = Date.parse(`${day}T${minute}:${second}${offset.toUpperCase()}`);
  // A day such as 30 February is read as one of March.
  if (Number.isNaN(millis) || date.toISOString().slice(0, 10) !== day) throw wrong();
  if (millis < 0) throw new Error(`"${shown(text)}" is before 1970`);
  return `${BigInt(millis) * 1000000n + BigInt(fraction.padEnd(9, "0"))}`;
};

const copied = async (text, button) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    button.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    button.focus();
  }
  const label = button.textContent;
  if (label !== "Copied") {
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 1500);
  }
  at("status").textContent = "Copied.";
};
const copy = (text, what) => {
  const button = element("button", { type: "button", class: "copy", "aria-label": `Copy ${what}` }, "Copy");
  button.onclick = () => copied(text, button);
  return button;
};

// A row of a list: what it is, its value, and a button that copies it.
const row = (name, value, what) => [
  element("dt", {}, name),
  element("dd", {}, element("span", {}, value), what ? copy(value, what) : null),
];
const local = (time) => new Date(time).toLocaleString(undefined, { dateStyle: "full", timeStyle: "long" });
const title = ({ format, flavour }) => (flavour ? `${format} ${flavour}` : format);

// The bits of each field, most significant first. What colour says, the text says too.
const diagram = (candidate) => {
  const { bytes, layout = [] } = candidate;
  if (!bytes || layout.length === 0) return null;
  const bits = [...bytes].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  const item = (colour, high, low, ...said) => element("li", { class: colour }, ...said,
    element("span", { class: "places" }, high === low ? `bit ${low}` : `bits ${high} to ${low}`),
    element("code", {}, bits.slice(bits.length - 1 - high, bits.length - low)));
  // Bits of no field, such as the version of a UUID, are shown too.
  let above = bits.length;
  const between = (high) => (high < above - 1 ? [item("none", above - 1, high + 1, "in no field ")] : []);
  const fields = layout.flatMap(({ name, high, low, value, fixed }, index) => {
    const shown = [...between(high), item(`f${index % 8}`, high, low, element("b", {}, name), ` ${value}${fixed ? ", always" : ""} `)];
    above = low;
    return shown;
  });
  fields.push(...between(-1));
  return element("ul", { class: "bits", "aria-label": "Fields, most significant first" }, ...fields);
};

const explain = (candidate) => {
  const { time, forms = {}, bytes, fields, note, kind, why, score, made_from: from, made_until: until } = candidate;
  const drawn = new Set((candidate.layout ?? []).map(({ name }) => name));
  const list = element("dl", {},
    ...(kind ? row("kind", kind) : []),
    ...(from && from !== until ? row("made, UTC", `${from} to ${until}`) : time ? [...row("time, UTC", time, "the time in UTC"), ...row("time, local", local(time))] : []),
    ...Object.entries(forms).flatMap(([name, text]) => row(name, text, `the form ${name}`)),
    ...(bytes ? row("bytes", bytes, "the bytes") : []),
    ...Object.entries(fields).filter(([name]) => !drawn.has(name)).flatMap(([name, value]) => row(name, value)));
  return element("div", { class: "candidate" },
    element("h4", {}, title(candidate), " ", element("span", { class: "score" }, `form ${candidate.form}, score ${score}`)),
    list, diagram(candidate), note ? element("p", { class: "quiet" }, note) : null,
    element("ul", { class: "why", "aria-label": "Reasons" }, ...why.map((reason) => element("li", {}, reason))));
};

const VERDICTS = {
  one: "It is told apart from everything else.",
  weak: "Likely, but many random texts have this shape.",
  several: "It may be any of the first ones: when it was made, or its source, decides.",
  nothing: "It can be read in these ways, none of them likely.",
};
const card = ({ input, answer, candidates, rounded, nearest, error }) => {
  const head = element("h3", {}, shown(input));
  if (error) return element("article", {}, head, element("p", { class: "bad" }, shown(error.message)));
  const first = answer === "several" ? 3 : 1;
  const rest = candidates.slice(first).map(explain);
  const more = rest.length === 0 ? null
    : element("details", {}, element("summary", {}, `${rest.length} more`), ...rest);
  return element("article", {}, head,
    rounded ? element("p", { class: "bad" }, `Note: ${rounded.says}.`) : null,
    element("p", { class: "quiet" }, VERDICTS[answer] ?? answer),
    nearest ? element("p", {}, `Nearest is ${nearest}.`) : null,
    ...candidates.slice(0, first).map(explain), more);
};

// The instants of two inputs. A span that does not fit is refused in the command's words.
const span = (start, end) => {
  const texts = [start, end].map((name) => at(name).value.trim());
  const [from, to] = texts.map((text) => (text ? instant(text) : undefined));
  if (!from || !to) return [from, to];
  const [first, last] = texts.map((text) => `"${shown(text)}"`);
  if (BigInt(from) > BigInt(to)) throw new Error(`${first} is after ${last}`);
  if (from === to && texts.every((text) => /^[-\d]{10}$/.test(text))) {
    throw new Error(`${first} and ${last} are the same time: a day is its start, and the end is not part of a span; give the next day`);
  }
  return [from, to];
};
const known = () => {
  const [since, until] = span("since", "until");
  return { now: now(), all: at("all").checked, ...(since && { since }), ...(until && { until }) };
};
// What is known of identifiers of one source: of some of them when they were made.
const oneSource = () => ({
  known: { now: now() },
  at: at("known").value.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const split = line.lastIndexOf("=");
    if (split < 0) throw new Error(`"${shown(line)}" is no known time: write ID=TIME`);
    return { id: line.slice(0, split).trim(), time: instant(line.slice(split + 1).trim()) };
  }),
});
const CARDS = 50;
// More, or longer ones, are counted and not listed.
const LINES = 2000;
const LENGTH = 1 << 20;
// Fewer have no order that says anything.
const TOGETHER = 10;
// How often was asked. An answer that comes after a later question is not shown.
let asked = 0;
const inspect = async () => {
  asked += 1;
  const turn = asked;
  const pasted = at("texts").value;
  const texts = pasted.split("\n").map((text) => text.trim()).filter(Boolean);
  at("results").replaceChildren();
  if (texts.length === 0) return void (at("status").textContent = "");
  try {
    if (texts.length > LINES || pasted.length > LENGTH) {
      at("status").textContent = `${texts.length} lines: counting what they are…`;
      const found = await many(decoder, new Blob([pasted]), () => {});
      if (turn !== asked) return;
      at("results").replaceChildren(...found);
      at("status").textContent = `${texts.length} lines counted.`;
      return;
    }
    const request = { texts, parts: true, known: known() };
    const together = texts.length >= TOGETHER || at("known").value.trim() !== "";
    const survey = together ? [surveyed(await infer(decoder, new Blob([pasted]), () => {}))] : [];
    const found = await decoder.ask({ name: "ids_inspect", request });
    if (turn !== asked) return;
    const cards = found.slice(0, CARDS).map(card);
    at("results").replaceChildren(...(together
      ? [...survey, element("details", { id: "each" }, element("summary", {}, "Each by itself"), ...cards)]
      : cards));
    const rest = found.length > CARDS ? ` The first ${CARDS} are shown.` : "";
    const unread = found.filter(({ error }) => error).length;
    at("status").textContent =
      `${found.length} ${found.length === 1 ? "identifier" : "identifiers"}${unread ? `, ${unread} that no format reads` : ""}.${rest}`;
  } catch (error) {
    if (turn !== asked) return;
    at("status").textContent = shown(error.message);
  }
};

const table = (heads, rows) => element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": heads.join(", ") },
  element("table", {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell)))))));

const range = async () => {
  const [from, to] = span("from", "to");
  if (!from || !to) throw new Error("write both times");
  const request = { from, to };
  const found = await decoder.ask({ name: "ids_range", request });
  const cell = (one, end) => one.error
    ? element("span", {}, end === "from" ? one.error : "")
    : element("span", {}, element("code", {}, one[end]), " ", copy(one[end], `${end} of ${title(one)}`));
  at("ranges").replaceChildren(table(["Format", "From", "Before"], found.map((one) => [title(one), cell(one, "from"), cell(one, "to")])));
  at("range-status").textContent = `${found.length} formats have a time.`;
};

const tally = ({ lines, unknown, first_unknown: first, kinds }) => [
  element("p", {}, `${lines} lines, ${unknown} that no format reads${first ? `, the first on line ${first}` : ""}.`),
  table(["Likeliest", "Answer", "Count", "Earliest", "Latest"],
    kinds.map((kind) => [title(kind), kind.answer, kind.count, kind.earliest ?? "", kind.latest ?? ""])),
];
const verdict = ({ valid, profile, ledger, events, head, failure }) => {
  const list = element("dl", {}, ...[["events", events], ["profile", profile], ["ledger", ledger], ["head", head]]
    .filter(([, value]) => value !== null).flatMap(([name, value]) => row(name, value, name)),
    ...(failure ? [["line", failure.line], ["byte", failure.offset], ["kind", failure.kind], ["found", failure.found], ["expected", failure.expected]]
      .filter(([, value]) => value !== null).flatMap(([name, value]) => row(name, value, name)) : []));
  return [
    element("p", { class: valid ? "good" : "bad" }, valid ? "Valid: every event follows from the one before it." : `Not valid: ${failure.kind === "empty" ? "" : `line ${failure.line}: `}${shown(failure.message)}`),
    list,
    element("p", { class: "quiet" }, "CRC-32C detects accidents, not attackers: other data can have the same ids, and only a digest kept elsewhere shows that. Nothing tells that the last events are missing."),
  ];
};

// Many identifiers of one source.
const infer = (worker, file, progress) => worker.ask({ file, request: { infer: oneSource() } }, progress);
const many = async (worker, file, progress) => {
  const counted = await worker.ask({ file, request: { tally: known() } }, (done) => progress(done / 2));
  const survey = await infer(worker, file, (done) => progress((file.size + done) / 2));
  return [...tally(counted), surveyed(survey)];
};

const ORDERS = {
  ascending: "each larger than the one before", mostly_ascending: "mostly larger than the one before",
  descending: "each smaller than the one before", none: "in no order", too_few: "too few to have an order",
};
const DECIDE = "Known times of two or more decide.";
const PLAIN = {
  even: `They are spread evenly, as random numbers are, or times. ${DECIDE}`,
  dense: "Their steps are small: a counter, or one tick.",
  multiples: `Their differences have a common divisor, or nearly: no fields of bits can be seen. ${DECIDE}`,
};
const ANSWERS = {
  one: ([first]) => `They are ${title(first)}.`,
  several: (open, { timing }) => timing === "none"
    ? `They fit ${open.length} formats, and a layout of your own could have the same bits: a known time of one or more decides.`
    : `They fit ${open.length} formats, with the same times: only their source decides.`,
  rounded: (open, { rounded }) => `${rounded.says}: a program that keeps numbers as binary64 has changed their last digits. Take them from their source as text.`,
  layout: () => "They have a layout of their own.",
  bits: () => "They have a layout that no known format has. Known times of two or more, far apart, say its unit and epoch.",
  undecided: (open, { ids, wanted, same, fits }) => {
    const first = wanted ? `They are too few${Number(ids) >= wanted ? " different ones" : ""} to say which bits are time: about ${wanted} are wanted.`
      : same ? `Nothing shows which bits are time: the highest ${same} never change, and those below are like random ones.`
      : "Nothing is claimed: random ones could be like these.";
    return wanted || fits.some(({ from }) => from) ? `${first} ${DECIDE}` : first;
  },
  nothing: (open, { plain, timing }) => PLAIN[plain] ?? (timing === "contradicted"
    ? "No format that reads them has the known times." : "No format is likelier than random text."),
};
const TIMINGS = {
  too_few: "The known times are too few or too near to each other.",
  several: "Several units fit the known times: more exact ones decide.",
  contradicted: "No unit and epoch fits the known times.",
};

// A bar for each bit, 64 in a row: as high as its entropy, and hollow if it never changes.
const svg = (tag, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
const picture = (bits, count, parts) => {
  const rows = [];
  for (let start = 0; start < bits.length;) {
    // The last row has the lowest 64 bits.
    const length = (bits.length - start) % 64 || 64;
    const row = bits.slice(start, start + length);
    start += length;
    const bars = row.map(({ bit, ones, entropy }, index) => {
      const part = parts.findIndex(({ high, low }) => low <= bit && bit <= high);
      const never = entropy === 0 ? Number(ones !== "0") : null;
      const height = never === null ? Math.max(entropy * 10, 0.4) : never * 9.6 + 0.4;
      const says = never === null ? `entropy ${entropy}, 1 in ${ones} of ${count}` : `always ${never}`;
      const kind = never === null ? `bar f${part < 0 ? 7 : part % 8}` : "bar never";
      return svg("rect", { class: kind, x: `${64 - length + index + 0.1}`, y: `${10 - height}`, width: "0.8", height: `${height}` },
        svg("title", {}, `bit ${bit}: ${says}`));
    });
    const label = `Entropy of the bits ${row[0].bit} to ${row[row.length - 1].bit}`;
    rows.push(svg("svg", { viewBox: "0 -0.2 64 10.4", preserveAspectRatio: "none", role: "img", "aria-label": label, class: "picture" }, ...bars),
      element("p", { class: "ends quiet" }, element("span", {}, `bit ${row[0].bit}`), element("span", {}, `bit ${row[row.length - 1].bit}`)));
  }
  return rows;
};

const surveyed = (found) => {
  const { ids, invalid, invalid_lines: unread, strays, answer, order, bits, layout, timing, fits } = found;
  const head = element("h3", {}, `All ${ids} together`);
  if (ids === "0" && found.rounded) return element("article", { id: "together" }, head, element("p", { class: "bad" }, ANSWERS.rounded([], found)));
  if (ids === "0") return element("article", { id: "together" }, head, element("p", { class: "bad" }, "No format reads any of them."));
  const open = fits.filter(({ refused }) => !refused);
  const parts = layout?.parts ?? [];
  const says = [ANSWERS[answer](open, found), TIMINGS[timing],
    layout && !layout.epoch && !/ascending|descending/.test(order) ? "Whether the timestamp grows cannot be seen: the lines are not in the order of making." : null,
    found.zone ? `The known times are off by ${found.zone}, as local times are: they were taken so.` : null,
    found.missing ? `${found.missing} are missing values.` : null,
    strays === "0" ? null : `${strays} are read as something else: this is no single source.`,
    invalid === "0" ? null : `No format reads ${invalid} lines, the first of them line ${unread[0].line}: ${shown(unread[0].text)}`];
  const fields = layout ? table(["Part", "Bits", "What shows it"], parts.map(({ role, high, low, why }, index) =>
    [element("span", { class: `part f${index % 8}` }, role), high === low ? `${low}` : `${high} to ${low}`, why])) : null;
  const written = layout ? `--layout ${layout.layout}${layout.epoch ? ` --epoch ${layout.epoch} --unit ${layout.unit}` : ""}` : null;
  const evidence = layout?.evidence ? element("p", { class: "quiet" }, `Random numbers would do this once in 2^${layout.evidence}.`) : null;
  const rows = [...open, ...fits.filter(({ refused }) => refused).slice(0, 3)].map((fit) =>
    [title(fit), fit.read, fit.from ? element("span", {}, element("code", {}, fit.from), " to ", element("code", {}, fit.until)) : "no time inside", fit.refused ?? ""]);
  return element("article", { id: "together" }, head, element("p", {}, `${ids} ${ids === "1" ? "identifier" : "identifiers"}, ${ORDERS[order]}.`),
    ...says.filter(Boolean).map((text, index) => element("p", index === 0 ? { class: "verdict" } : {}, text)),
    ...picture(bits, BigInt(ids) - BigInt(strays), parts),
    element("p", { class: "quiet" }, "A bar is full if the bit is 1 in half of them. A hollow one never changes: it is high for 1, and flat for 0."),
    fields, evidence,
    written ? element("dl", {}, ...row("for the command", written, "the layout")) : null,
    rows.length === 0 ? null : table(["Format", "Reads", "Times", "Why not"], rows));
};

let reading = null;
const file = async (chosen) => {
  reading?.();
  const worker = start();
  const progress = at("progress");
  const begun = performance.now();
  let ended = false;
  const end = () => {
    ended = true;
    worker.stop();
    reading = null;
    progress.hidden = at("stop").hidden = true;
  };
  reading = () => {
    end();
    at("file-status").textContent = "Stopped.";
  };
  progress.value = 0;
  progress.hidden = at("stop").hidden = false;
  at("file-result").replaceChildren();
  at("file-status").textContent = `Reading ${shown(chosen.name)}…`;
  try {
    const beginning = await chosen.slice(0, 4096).text();
    // Of an object: a brace stands before a UUID too.
    const isLedger = /^\s*\{\s*["}]/.test(beginning);
    const reached = (done) => {
      if (!ended) progress.value = done / chosen.size;
    };
    const found = isLedger ? await worker.ask({ file: chosen, request: { ledger: {} } }, reached) : await many(worker, chosen, reached);
    if (ended) return;
    end();
    const seconds = (performance.now() - begun) / 1000;
    at("file-result").replaceChildren(...(isLedger ? verdict(found) : found));
    const outcome = isLedger ? (found.valid ? "verified, valid" : "not valid") : "counted";
    at("file-status").textContent = `${shown(chosen.name)}: ${outcome}, in ${seconds.toFixed(1)} s.`;
  } catch (error) {
    if (ended) return;
    end();
    at("file-status").textContent = `${shown(chosen.name)}: ${shown(error.message)}`;
  }
};

// The state is in the fragment, which no browser sends.
const STATE = ["texts", "since", "until", "known", "from", "to"];
const save = () => {
  const state = new URLSearchParams();
  // A link of more is of no use.
  const long = STATE.some((name) => at(name).value.length > 30000);
  for (const name of long ? [] : STATE) if (at(name).value.trim()) state.set(name, at(name).value.trim());
  if (at("all").checked) state.set("all", "1");
  const fragment = long || `${state}`.length > 30000 ? "" : `${state}`;
  history.replaceState(null, "", `#${fragment}`);
};
const ranged = () => range().catch((error) => {
  at("ranges").replaceChildren();
  at("range-status").textContent = error.message;
});
const load = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  for (const name of STATE) at(name).value = state.get(name) ?? "";
  at("all").checked = state.get("all") === "1";
  if (at("from").value && at("to").value) ranged();
  return inspect();
};

at("inspect").onsubmit = (event) => {
  event.preventDefault();
  save();
  inspect();
};
at("texts").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("inspect").requestSubmit();
};
at("texts").onpaste = (event) => {
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (pasted.length <= LENGTH) return void setTimeout(() => at("inspect").requestSubmit());
  // A browser lays out a million lines for a minute. The text goes the way of a file, past the box.
  event.preventDefault();
  at("status").textContent = "The pasted text is long: it is read like a file, below.";
  file(new File([pasted], "pasted text"));
  at("file-status").scrollIntoView({ block: "center" });
};
at("all").onchange = () => at("inspect").requestSubmit();
at("share").onclick = () => {
  save();
  copied(location.href, at("share"));
};
at("example").onclick = () => {
  at("texts").value = ["0RdKJcxqVBiAiQr0", "175928847299117063", "018f2c5e-7b1a-7c3d-9e2f-0123456789ab", "01ARZ3NDEKTSV4RRFFQ69G5FAV"].join("\n");
  at("inspect").requestSubmit();
};
at("range").onsubmit = (event) => {
  event.preventDefault();
  save();
  ranged();
};
at("file").onchange = () => at("file").files[0] && file(at("file").files[0]);
// The same file may be chosen again.
at("file").onclick = () => (at("file").value = "");
at("stop").onclick = () => reading?.();
for (const name of ["dragover", "dragleave", "drop"]) {
  // Anywhere on the page, so that a file that misses the box does not replace the page.
  addEventListener(name, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files[0]) file(event.dataTransfer.files[0]);
  });
}
addEventListener("hashchange", load);
load();
