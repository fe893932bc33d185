import { expect } from 'vitest';
import { ENCODINGS } from '../http/encodings.ts';

const { base64, hex, reversed, 'percent, fully, lower case': percent } = ENCODINGS;

/** The shapes that a server could give to what it was sent; each can stand in a header. */
export const SHAPES: readonly ((text: string) => string)[] = [
  ENCODINGS.plain,
  ENCODINGS['upper case'],
  reversed,
  base64,
  ENCODINGS.base64url,
  (text) => base64(`x${text}`),
  (text) => base64(`xy${text}`),
  hex,
  ENCODINGS['hex, upper case'],
  percent,
  ENCODINGS['json, fully'],
  ENCODINGS['html, decimal'],
  ENCODINGS['html, hexadecimal'],
  (text) => text.slice(0, text.length / 2),
  (text) => text.slice(text.length / 2),
];

/** Every form of every piece of a secret that must stand nowhere: 8 characters in a row, or what they encode to. */
function leaksOf(secret: string): { readonly folded: readonly string[]; readonly exact: readonly string[] } {
  const pieces = Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8));
  const shown = pieces.flatMap((piece) => [piece, reversed(piece), hex(piece), percent(piece)]);
  // In base64 a secret looks different in each of three places; only the middle is the same whatever stands around it.
  const encoded = ['', 'x', 'xy'].flatMap((before) => [
    base64(before + secret).slice(4, -4),
    base64(before + reversed(secret)).slice(4, -4),
  ]);
  return {
    folded: shown.map((leak) => leak.toLowerCase()),
    exact: [...encoded, ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
  };
}

/** Fails where a text holds a secret, or a piece of it, in any form. */
export function expectNoLeak(name: string, text: string, secret: string): void {
  const { folded, exact } = leaksOf(secret);
  const lower = text.toLowerCase();
  const found = [
    ...folded.filter((leak) => lower.includes(leak)),
    ...exact.filter((leak) => text.includes(leak)),
  ];
  expect({ name, found }).toEqual({ name, found: [] });
}
