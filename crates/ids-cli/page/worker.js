"use strict";
// Answers the page's requests with the wasm module. One request at a time, in their order.
let wasm;
const call = (name, bytes) => {
  const at = wasm.ids_input(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
  const refused = wasm[name]();
  const output = new Uint8Array(wasm.memory.buffer, wasm.ids_output(), wasm.ids_output_length());
  const text = new TextDecoder().decode(output);
  if (refused) throw new Error(text);
  return text;
};
// Half of a character, which JSON would escape and the module refuse, is what it is in a file: unreadable.
const whole = (key, value) => typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
const encoded = (request) => new TextEncoder().encode(JSON.stringify(request, whole));
const json = (name, request) => JSON.parse(call(name, encoded(request)));

// Feeds a file in pieces of 1 MiB, and says after each how far it is.
const stream = async (id, request, file) => {
  call("ids_begin", encoded(request));
  const piece = 1 << 20;
  for (let at = 0; at < file.size; at += piece) {
    const bytes = new Uint8Array(await file.slice(at, at + piece).arrayBuffer());
    const found = JSON.parse(call("ids_feed", bytes));
    postMessage({ id, done: Math.min(at + piece, file.size), found });
    if (found.failure) break;
  }
  return JSON.parse(call("ids_end", new Uint8Array()));
};

let before = Promise.resolve();
onmessage = ({ data }) => {
  before = before.then(async () => {
    const { id, name, request, file, module } = data;
    try {
      let answer;
      if (module) wasm = (await WebAssembly.instantiate(module, {})).instance.exports;
      else if (file) answer = await stream(id, request, file);
      else if (typeof request === "string") answer = call(name, new TextEncoder().encode(request));
      else answer = json(name, request);
      postMessage({ id, answer });
    } catch (error) {
      postMessage({ id, error: error.message });
    }
  });
};
