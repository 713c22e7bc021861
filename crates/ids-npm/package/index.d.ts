export * from "./evently.js";
export * from "./flax.js";
export * from "./kuid.js";
export * from "./luuid.js";
export * from "./siq.js";
export * from "./snowflake.js";
