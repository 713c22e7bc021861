import type { Inside } from "./lib/types.js";

export type { Inside, Spelling } from "./lib/types.js";

/** For `parseLenient`: takes off what a program has put round an identifier. */
export const inside: Inside;
