// Snowflakes: the known flavours, and flavours of one's own.
import { Generator } from "./lib/generator.js";
import { Id, KIND } from "./lib/id.js";
import { Kind, Module } from "./lib/module.js";
import { nanosOfDuration, nanosOfTime } from "./lib/time.js";
import code from "./wasm/snowflake.js";

export { IdError } from "./lib/error.js";
export { systemClock } from "./lib/time.js";

const module = new Module(code);

export class Snowflake extends Id {}

export class Twitter extends Snowflake {
  static [KIND] = new Kind(module, "twitter");
}
export class Discord extends Snowflake {
  static [KIND] = new Kind(module, "discord");
}
export class Suou extends Snowflake {
  static [KIND] = new Kind(module, "suou");
}
export class Instagram extends Snowflake {
  static [KIND] = new Kind(module, "instagram");
}
export class Mastodon extends Snowflake {
  static [KIND] = new Kind(module, "mastodon");
}
export class SonyflakeV1 extends Snowflake {
  static [KIND] = new Kind(module, "sonyflake-v1");
}
export class SonyflakeV2 extends Snowflake {
  static [KIND] = new Kind(module, "sonyflake-v2");
}
export class Bwmarrin extends Snowflake {
  static [KIND] = new Kind(module, "bwmarrin");
}
export class Baidu extends Snowflake {
  static [KIND] = new Kind(module, "baidu");
}
export class Yitter extends Snowflake {
  static [KIND] = new Kind(module, "yitter");
}
export class Tid extends Snowflake {
  static [KIND] = new Kind(module, "tid");
}
export class Linkedin extends Snowflake {
  static [KIND] = new Kind(module, "linkedin");
}

const defined = (base, args) => {
  module.call(base[KIND].number, "define", args);
  return class extends Snowflake {
    static [KIND] = new Kind(module, args.name ?? base[KIND].name, Number(module.low));
  };
};

export const defineSnowflake = ({ name, epoch, unit = 1, fields, timestamp = "timestamp", sequence }) => {
  const word = (text) => {
    if (typeof text !== "string" || !/^[!-~]+$/.test(text)) throw new TypeError("a name is ASCII without spaces");
    return text;
  };
  const line = (field) => [word(field.name), field.bits, ...(field.always === undefined ? [] : [field.always])].join(" ");
  return defined(Twitter, {
    name: word(name),
    epoch: nanosOfTime(epoch),
    unit: nanosOfDuration(unit),
    fields: fields.map(line).join("\n"),
    timestamp,
    sequence,
  });
};

export const withEpoch = (Class, epoch) => defined(Class, { epoch: nanosOfTime(epoch) });

export class SnowflakeGenerator extends Generator {
  constructor(Class, { node, ...options } = {}) {
    const fields = node !== null && typeof node === "object" ? node : {};
    const named = Object.entries(fields).map(([name, value]) => [`node.${name}`, value]);
    super(Class, options, { ...Object.fromEntries(named), node: fields === node ? undefined : node });
  }
}
