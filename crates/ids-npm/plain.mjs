// Writes the classes of a format that has none of its own, of what its module says: node plain.mjs PACKAGE FORMAT
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, format] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(resolve(folder, file)));
const { Kind, Module } = await load("lib/module.js");
const module = new Module((await load(`wasm/${format}.js`)).default);
const kind = new Kind(module, format);
module.call(kind.number, "describe", {});
const { random, params } = kind.making;
const [id, about, ...abouts] = module.answer.split("\n");

const stem = id.replace(/Id$/, "");
const [options, generator] = [`${stem}Options`, `${stem}Generator`];
const common = random ? `Omit<CountingOptions<${id}>, "rolling">` : `CountingOptions<${id}>`;
const types = { flag: "boolean", natural: "Natural", text: "string", either: "Natural | string" };
const members = params.map(({ type, name, optional }, place) => {
  const [first, ...rest] = abouts[place];
  return `  /** ${first.toUpperCase()}${rest.join("")}. */\n  ${name}${optional ? "?" : ""}: ${types[type]};\n`;
});
if (random) members.push("  /** Where random bytes come from: Web Crypto if left out. */\n  random?: Random;\n");
const whole = params.some(({ optional }) => !optional) ? "options" : "options?";
const union = (all) => all.map((name) => `"${name}"`).join(" | ");

writeFileSync(resolve(folder, `${format}.js`), `// Identifiers of the format ${format}.
import { Generator, usually } from "./lib/generator.js";
import { KIND, TimedId } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/${format}.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

export class ${id} extends TimedId {
  static [KIND] = new Kind(new Module(code), "${format}");

  static generate(options) {
    return usually(this, options);
  }
}

export class ${generator} extends Generator {
  constructor(options) {
    super(${id}, options);
  }
}
`);

writeFileSync(resolve(folder, `${format}.d.ts`), `import type { Class, CountingOptions, Natural, New, Once, Random, TimedId, TimedIdClass } from "./lib/types.js";
import { Generator } from "./lib/types.js";

export { IdError, systemClock } from "./lib/types.js";
export type { Clock, Duration, Id, IdErrorKind, Natural, Random, Time, TimedId } from "./lib/types.js";

export type ${stem}Form = ${union(kind.forms)};
export type ${stem}Field = ${union(kind.fields)};

declare const ${stem}Base: TimedIdClass<${stem}Form, ${stem}Field> & New<TimedId<${stem}Form, ${stem}Field>>;

/** An identifier of the format ${format}: ${about}. */
export class ${id}<Brand extends string = string> extends ${stem}Base {
  #${format}: Brand;
  /** A new identifier, of a generator that the program keeps. */
  static generate: Once<[${whole}: ${options}]>;
}

/** What makes them. */
export type ${options} = ${common} & {
${members.join("")}};

/** Makes them. */
export class ${generator} extends Generator<${id}> {
  constructor(${whole}: ${options});
}
`);
