import type { Place } from '../../../reports/model.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { createRedactor } from '../../http/redact.ts';
import type { CheckOutcome, Finding } from './finding.ts';
import { isOwnWord } from './own-words.ts';

const MOST_TEXT = 2000;
/** Of the stack of an error of ours, which may quote one. */
const MOST_STACK = 8000;
/** Members of findings that are sentences, which may quote the target. */
const TEXTS: ReadonlySet<string> = new Set(['note', 'reason', 'next', 'message', 'expected', 'actual']);

export type Gate = ReturnType<typeof createGate>;

/** The one way out for what came from the target: secrets are taken out of it as in evidence, and it is bounded. */
export function createGate(secrets: readonly string[]) {
  const redactor = createRedactor(secrets, isOwnWord);
  const text = (raw: string, most = MOST_TEXT): string => bounded(redactor.text(raw), most);

  // As it stands in evidence, where a number is no whole value: it may be made of the digits of a key, and of a weak one by chance.
  const digits = (raw: bigint | number): string => text(`:${String(raw)}`).slice(1);

  // What was drawn for a request: as large as the kit makes it.
  const input = (raw: unknown): unknown => {
    if (typeof raw === 'string') return text(raw);
    if (typeof raw === 'bigint' || typeof raw === 'number') {
      const shown = digits(raw);
      return shown === String(raw) ? raw : shown;
    }
    if (Array.isArray(raw)) return raw.map(input);
    if (typeof raw !== 'object' || raw === null) return raw;
    return Object.fromEntries(Object.entries(raw).map(([name, member]) => [text(name), input(member)]));
  };

  const place = (raw: Place): Place => {
    if (raw.part === 'header') return { ...raw, name: text(raw.name, 200) };
    return 'pointer' in raw ? { ...raw, pointer: text(raw.pointer) } : raw;
  };

  const finding = (found: Finding): Finding => {
    const texts = Object.entries(found).filter(([name, raw]) => TEXTS.has(name) && typeof raw === 'string');
    const shown = {
      ...found,
      ...Object.fromEntries(texts.map(([name, raw]) => [name, text(String(raw))])),
    };
    if (shown.kind !== 'violation') return shown;
    return {
      ...shown,
      ...withoutUndefined({ input: input(shown.input), places: shown.places?.map(place) }),
    };
  };

  return {
    text,
    digits,
    /** A sentence of its own, which may hold an address: whole secrets alone are taken out. */
    own: (sentence: string): string => bounded(redactor.whole(sentence), MOST_TEXT),
    outcome: (outcome: CheckOutcome): CheckOutcome => ({
      ...outcome,
      findings: outcome.findings.map(finding),
      ...(outcome.crash !== undefined && { crash: text(outcome.crash, MOST_STACK) }),
    }),
  };
}

/** Cuts a text and says how long it was; never in the middle of a character. */
function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  const unit = text.charCodeAt(most - 1);
  const end = unit >= 0xd800 && unit <= 0xdbff ? most - 1 : most;
  return `${text.slice(0, end)}… (cut, ${String(text.length)} characters in all)`;
}
