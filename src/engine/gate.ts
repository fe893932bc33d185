import type { Place } from '../../reports/model.ts';
import { createRedactor } from '../http/redact.ts';
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
  /** A sentence of our own making, which may hold an address: whole secrets alone are taken out. */
  own(sentence: string): string;
  outcome(outcome: CheckOutcome): CheckOutcome;
}

/** A text of an input, redacted and bounded. */
type Part = (given: string, most?: number) => string;

/** @param secrets what must never be shown, as `secretsOf` gives it */
export function createGate(secrets: readonly string[]): Gate {
  const redactor = createRedactor(secrets);
  const text = (given: string, most = MOST_TEXT): string => bounded(redactor.text(given), most);

  const input = (whole: unknown): unknown => {
    let left = MOST.characters;
    const part = (given: string, most = MOST_TEXT): string => {
      const shown = text(given, Math.min(most, left));
      left = Math.max(0, left - shown.length);
      return shown;
    };
    return value(whole, part, 0);
  };

  const value = (given: unknown, part: Part, depth: number): unknown => {
    if (typeof given === 'string') return part(given);
    // A number may be made of the digits of a key.
    if (typeof given === 'bigint' || typeof given === 'number') {
      const shown = redactor.text(String(given));
      return shown === String(given) ? given : shown;
    }
    if (typeof given !== 'object' || given === null) return given;
    if (depth >= MOST.depth) return '… (cut, it goes deeper)';
    if (Array.isArray(given)) {
      const items = given.slice(0, MOST.members).map((item) => value(item, part, depth + 1));
      return given.length > MOST.members ? [...items, `… (cut, ${String(given.length)} in all)`] : items;
    }
    const members = Object.entries(given);
    const shown = members
      .slice(0, MOST.members)
      .map(([name, member]) => [part(name, 200), value(member, part, depth + 1)] as const);
    if (members.length > MOST.members) shown.push(['…', `cut, ${String(members.length)} in all`]);
    return Object.fromEntries(shown);
  };

  const place = (given: Place): Place => {
    if (given.part === 'header') return { ...given, name: text(given.name, 200) };
    return 'pointer' in given ? { ...given, pointer: text(given.pointer) } : given;
  };

  const finding = (found: Finding): Finding => {
    const texts = Object.entries(found).filter(
      ([name, given]) => TEXTS.has(name) && typeof given === 'string',
    );
    const shown = {
      ...found,
      ...Object.fromEntries(texts.map(([name, given]) => [name, text(String(given))])),
    };
    if (shown.kind !== 'violation') return shown;
    return {
      ...shown,
      ...(shown.input === undefined ? {} : { input: input(shown.input) }),
      ...(shown.places === undefined ? {} : { places: shown.places.map(place) }),
    };
  };

  return {
    text,
    own: (sentence) => bounded(redactor.whole(sentence), MOST_TEXT),
    outcome: (outcome) => ({
      ...outcome,
      findings: outcome.findings.map(finding),
      ...(outcome.crash === undefined ? {} : { crash: text(outcome.crash, MOST_STACK) }),
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
