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
const [id, about, random, ...lines] = module.answer.split("\n");
const params = lines.map((line) => /^(\w+) (\w+)(\??) (.*)$/.exec(line).slice(1));

const stem = id.replace(/Id$/, "");
const [options, generator] = [`${stem}Options`, `${stem}Generator`];
const isRandom = random === "true";
const names = params.map(([, name]) => name);
const known = [...names, ...(isRandom ? ["random"] : [])].map((name) => `"${name}", `).join("");
const [host, common] = isRandom ? ["TIMED", `Omit<CountingOptions<${id}>, "rolling">`] : ["COUNTING", `CountingOptions<${id}>`];
const own = params.map(([type, name, optional]) => (optional ? `${name}: given.maybe(given.${type}, "${name}", ${name})` : `${name}: given.${type}("${name}", ${name})`));
const types = { flag: "boolean", natural: "Natural", text: "string" };
const members = params.map(([type, name, optional, what]) => `  /** ${what[0].toUpperCase()}${what.slice(1)}. */\n  ${name}${optional}: ${types[type]};\n`);
if (isRandom) members.push("  /** Where random bytes come from: Web Crypto if left out. */\n  random?: Random;\n");
const whole = params.some(([, , optional]) => !optional) ? "options" : "options?";
const union = (all) => all.map((name) => `"${name}"`).join(" | ");

writeFileSync(resolve(folder, `${format}.js`), `// Identifiers of the format ${format}.
import { ${host}, Generator, usually } from "./lib/generator.js";
import * as given from "./lib/given.js";
import { KIND, TimedId } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import code from "./wasm/${format}.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

export class ${id} extends TimedId {
  static [KIND] = new Kind(new Module(code), "${format}");

  static generate(options) {
    return usually(this, options, () => new ${generator}(options), ${isRandom});
  }
}

export class ${generator} extends Generator {
  constructor(options) {
    const { ${names.map((name) => `${name}, `).join("")}...timed } = given.options("options", options, [${known}...${host}]);
    super(${id}, timed, { ${own.join(", ")} });
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
