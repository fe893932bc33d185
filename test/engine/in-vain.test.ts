import { expect, it } from 'vitest';
import { InVain } from '../../src/engine/target/in-vain.ts';

const repeat = (times: number, what: () => void): void => {
  for (let time = 0; time < times; time += 1) what();
};

it.each<[string, (inVain: InVain<'invalid' | 'valid'>) => void, boolean]>([
  ['three requests', (kinds) => repeat(3, () => kinds.request('invalid')), true],
  ['two requests', (kinds) => repeat(2, () => kinds.request('invalid')), false],
  ['sixteen times while others were answered', (kinds) => repeat(16, () => kinds.again('invalid')), true],
  ['three requests of another kind', (kinds) => repeat(3, () => kinds.request('valid')), false],
  [
    'three, and one that was answered after all',
    (kinds) => (repeat(3, () => kinds.request('invalid')), kinds.helped('invalid')),
    false,
  ],
])('a kind is sent once after %s', (_, happens, expected) => {
  const inVain = new InVain<'invalid' | 'valid'>();
  happens(inVain);
  expect(inVain.of('invalid')).toBe(expected);
});
