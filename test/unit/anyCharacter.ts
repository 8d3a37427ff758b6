import fc from 'fast-check';

/** Any code point, including lone surrogates. The equivalent in fast-check takes a second to load. */
export const anyCharacter = fc.nat({ max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
