// What programs put round an identifier: quotes, a call, a URL, base64.
import { IdError } from "./lib/error.js";
import { kindOf } from "./lib/id.js";
import { Module, bytesOf } from "./lib/module.js";
import code from "./wasm/spelling.js";

const module = new Module(code);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const inside = (Class, text) => {
  const { forms } = kindOf(Class);
  module.call(0, "inside", { text });
  const found = module.answer.split("\n").slice(0, -1).map((line) => {
    const bytes = bytesOf(line.slice(1));
    try {
      if (line[0] === "t") return { id: Class.parse(decoder.decode(bytes)), form: kindOf(Class).canonical };
      return forms.includes("hex") ? { id: Class.fromBytes(bytes), form: "hex" } : undefined;
    } catch (error) {
      if (!(error instanceof IdError)) throw error;
      return undefined;
    }
  });
  module.call(0, "choose", { text, numbers: found.map((one) => one?.id.toBigInt() ?? "").join("\n") });
  if (module.answer === "") return undefined;
  const [place, ...spelling] = module.answer.split(" ");
  return { ...found[place], spelling };
};
