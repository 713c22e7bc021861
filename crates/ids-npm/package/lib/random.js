// Random bytes of Web Crypto, which is asked for a pool of them at a time.

const POOL = 2048;
let pool;
let used = POOL;

/** Writes `length` random bytes, at most 64, into an array. */
export const draw = (bytes, at, length) => {
  if (used + length > POOL) {
    pool ??= new Uint8Array(POOL);
    crypto.getRandomValues(pool);
    used = 0;
  }
  for (let index = 0; index < length; index += 1) {
    bytes[at + index] = pool[used];
    // What was given is not kept.
    pool[used] = 0;
    used += 1;
  }
};
