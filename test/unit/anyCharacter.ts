import fc from 'fast-check';

/** Any code point, halves of pairs among them. The unit of fast-check that is much like it takes a second to begin. */
export const anyCharacter = fc.nat({ max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
