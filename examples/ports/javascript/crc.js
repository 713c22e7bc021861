// Reflected CRCs of 32 bits, by a table of their polynomial.

/** The CRC of bytes, all ones at first and inverted at the end. */
export function crc32(polynomial) {
  const table = Uint32Array.from({ length: 256 }, (_, index) => {
    for (let bit = 0; bit < 8; bit += 1) index = index & 1 ? (index >>> 1) ^ polynomial : index >>> 1;
    return index;
  });
  return (bytes) => {
    let register = 0xffff_ffff;
    for (const byte of bytes) register = (register >>> 8) ^ table[(register ^ byte) & 0xff];
    return BigInt((register ^ 0xffff_ffff) >>> 0);
  };
}
