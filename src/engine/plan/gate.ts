import type { Place } from '../../../reports/model.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { createRedactor } from '../../http/redact.ts';
import type { CheckOutcome, Finding } from './finding.ts';

/** Characters of one text that came from the target. */
const MOST_TEXT = 2000;
/** Of the stack of an error of ours, which may quote one. */
const MOST_STACK = 8000;
/** Members of an object or items of an array of an input, how deep it may go, and characters of all its texts. */
const MOST = { members: 50, depth: 8, characters: 16_000 };

/** Members of findings that are sentences, which may quote the target. */
const TEXTS: ReadonlySet<string> = new Set(['note', 'reason', 'next', 'message', 'expected', 'actual']);

/**
 * The one way out for what came from the target: secrets are taken out of it in every form, as in evidence, and it is
 * bounded. Exchanges are redacted where they are recorded.
 */
export interface Gate {
  /** A text that may quote the target, as it may be shown. */
  text(text: string): string;
  /** A sentence of its own, which may hold an address: whole secrets alone are taken out. */
  own(sentence: string): string;
  /** A number that the target gave. */
  digits(raw: bigint | number): string;
  outcome(outcome: CheckOutcome): CheckOutcome;
}

/** A text of an input, redacted and bounded. */
type Part = (raw: string, most?: number) => string;

/** @param secrets what must never be shown, as `secretsOf` gives it */
export function createGate(secrets: readonly string[]): Gate {
  const redactor = createRedactor(secrets);
  const text = (raw: string, most = MOST_TEXT): string => bounded(redactor.text(raw), most);

  // As it stands in evidence, where a number is no whole value: it may be made of the digits of a key, and of a weak one by chance.
  const digits = (raw: bigint | number): string => text(`:${String(raw)}`).slice(1);

  const input = (whole: unknown): unknown => {
    let left = MOST.characters;
    const part = (raw: string, most = MOST_TEXT): string => {
      const shown = text(raw, Math.min(most, left));
      left = Math.max(0, left - shown.length);
      return shown;
    };
    return value(whole, part, 0);
  };

  const value = (raw: unknown, part: Part, depth: number): unknown => {
    if (typeof raw === 'string') return part(raw);
    if (typeof raw === 'bigint' || typeof raw === 'number') {
      const shown = digits(raw);
      return shown === String(raw) ? raw : shown;
    }
    if (typeof raw !== 'object' || raw === null) return raw;
    if (depth >= MOST.depth) return '… (cut, it goes deeper)';
    if (Array.isArray(raw)) {
      const items = raw.slice(0, MOST.members).map((item) => value(item, part, depth + 1));
      return raw.length > MOST.members ? [...items, `… (cut, ${String(raw.length)} in all)`] : items;
    }
    const members = Object.entries(raw);
    const shown = members
      .slice(0, MOST.members)
      .map(([name, member]) => [part(name, 200), value(member, part, depth + 1)] as const);
    if (members.length > MOST.members) shown.push(['…', `cut, ${String(members.length)} in all`]);
    return Object.fromEntries(shown);
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
    own: (sentence) => bounded(redactor.whole(sentence), MOST_TEXT),
    outcome: (outcome) => ({
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
