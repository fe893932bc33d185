import { requirements } from '../../requirements/index.ts';
import { matchesGlob } from '../base/glob.ts';
import { didYouMean } from './nearest.ts';
import { parser } from './parsers.ts';

/** Parses a pattern of requirement ids with `*` for any characters; refuses one that matches no requirement. */
export const requirementPattern = parser<string>('text', 'PATTERN', (text) => {
  const ids = requirements.map(({ id }) => id);
  if (ids.some((id) => matchesGlob(text, id))) return { ok: true, value: text };
  const hint = didYouMean(text, ids, 'petstore-conformance requirements lists the ids');
  return { ok: false, must: 'must match a requirement', shown: text, hint };
});
