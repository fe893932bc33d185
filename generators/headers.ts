import {
  drawnToken,
  keyBehindScheme,
  malformedHeaders,
  moreMalformedHeaders,
  nearKeys,
  otherSchemes,
  temptingTokens,
  tokens,
  type HeaderDraft,
} from './credentials.ts';
import { drawn, each, type Drawn } from './drawn.ts';

const byLabel = (drafts: readonly HeaderDraft[]) => each(drafts, ({ label }) => label);

/** Bearer tokens that are not the key: near it, tempting, and random. */
export function invalidKeys(key: string): Drawn<HeaderDraft> {
  return drawn<HeaderDraft>(
    {
      ...byLabel(nearKeys(key)),
      'random token': tokens.map(drawnToken),
    },
    byLabel(temptingTokens(key)),
  );
}

/** Headers that never have the bearer form. */
export function malformed(key: string): Drawn<HeaderDraft> {
  const never = (drafts: readonly HeaderDraft[]) =>
    byLabel(drafts.filter((draft) => draft.readAsToken !== true));
  return drawn<HeaderDraft>(never(malformedHeaders(key)), {
    ...never(moreMalformedHeaders(key)),
    'another scheme': otherSchemes.map((scheme) => keyBehindScheme(scheme, key)),
  });
}

/** `Bearer` and what is no token: a lenient reader may take it for a token that is not the key. */
export function malformedTokens(key: string): Drawn<HeaderDraft> {
  const drafts = [...malformedHeaders(key), ...moreMalformedHeaders(key)];
  return drawn<HeaderDraft>(byLabel(drafts.filter((draft) => draft.readAsToken === true)));
}
