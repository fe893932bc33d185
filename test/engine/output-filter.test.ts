import { describe, expect, it } from 'vitest';
import { REDACTED } from '../../src/http/redact.ts';
import { createOutputFilter } from '../../src/engine/plan/output-filter.ts';
import type { Finding, Violation } from '../../src/engine/plan/finding.ts';
import { violation as anyViolation } from './findings.ts';

const KEY = 'sk-live-4Qz7Wm2RtY9pLx';

function through(findings: readonly Finding[], secrets: readonly string[] = [KEY]): readonly Finding[] {
  return createOutputFilter(secrets).outcome({ check: 'a/b', findings }).findings;
}

const violation = (change: Partial<Violation>) => anyViolation('list.success', change);

describe('the output filter', () => {
  it('takes secrets out of every text of a finding, and leaves the rest as it is', () => {
    const hex = Buffer.from(KEY).toString('hex');
    const subjects = { requirement: 'list.success', exchanges: ['x1'] } as const;
    expect(
      through([
        violation({ message: `the name ${KEY}`, expected: KEY, actual: hex, proof: 'x1', comparison: 'x2' }),
        { kind: 'witness', ...subjects, note: `held ${KEY}` },
        { kind: 'undecided', ...subjects, reason: KEY, cause: 'server', next: KEY },
        { kind: 'left-out', requirement: 'list.success', reason: KEY, limitsVerdict: true },
      ]),
    ).toEqual([
      violation({
        message: `the name ${REDACTED}`,
        expected: REDACTED,
        actual: REDACTED,
        proof: 'x1',
        comparison: 'x2',
      }),
      { kind: 'witness', ...subjects, note: `held ${REDACTED}` },
      { kind: 'undecided', ...subjects, reason: REDACTED, cause: 'server', next: REDACTED },
      { kind: 'left-out', requirement: 'list.success', reason: REDACTED, limitsVerdict: true },
    ]);
  });

  it.each(['41', 'A'])('leaves a number that is the weak key %s in digits, as evidence does', (key) => {
    const { digits, text } = createOutputFilter([key]);
    expect([digits(41), text('41')]).toEqual(['41', REDACTED]);
    expect(through([violation({ message: 'so', input: { limit: 41 } })], [key])).toEqual([
      violation({ message: 'so', input: { limit: 41 } }),
    ]);
  });

  it('takes them out of an input however deep, names of members and digits included', () => {
    const input = { [KEY]: [{ name: KEY, id: 9007199254740993n, no: null, on: true }], n: 4711081542 };
    expect(through([violation({ input })], [KEY, '4711081542'])).toEqual([
      violation({
        input: {
          [REDACTED]: [{ name: REDACTED, id: 9007199254740993n, no: null, on: true }],
          n: REDACTED,
        },
      }),
    ]);
  });

  it.each(['reference-key', 'requirement-interface-answered', 'Different-Requests-2026'])(
    'leaves our own words in a sentence of ours, and takes out more of the key %s than a word',
    (key) => {
      const { text } = createOutputFilter([key]);
      const sentence =
        'a different reference: each of 12 requests to the interface is answered as the requirement says';
      expect(text(sentence)).toBe(sentence);
      expect(text(`it says "${key}"`)).toBe(`it says "${REDACTED}"`);
      expect(text(`it says ${key.slice(0, -1)}`)).toContain(REDACTED);
    },
  );

  it('keeps the places', () => {
    const places = [{ part: 'body', pointer: '/19/name' }, { part: 'status' }] as const;
    expect(through([violation({ places: [...places, { part: 'header', name: KEY }] })])).toEqual([
      violation({ places: [...places, { part: 'header', name: REDACTED }] }),
    ]);
  });

  it('bounds whatever the target sent, and says how long it was', () => {
    const long = '\u{1f43e}'.repeat(500_000);
    const [found] = through([
      violation({
        message: long,
        actual: `x${long}`,
        input: { name: long },
      }),
    ]);
    expect(JSON.stringify(found).length).toBeLessThan(12_000);
    expect(found).toMatchObject({
      message: `${'\u{1f43e}'.repeat(1000)}… (cut, 1000000 characters in all)`,
      actual: `x${'\u{1f43e}'.repeat(999)}… (cut, 1000001 characters in all)`,
    });
  });

  it('takes them out of an error of the kit, and out of a sentence of its own', () => {
    const gate = createOutputFilter([KEY]);
    expect(gate.outcome({ check: 'a/b', findings: [], crash: `Error: ${KEY}` }).crash).toBe(
      `Error: ${REDACTED}`,
    );
    expect(gate.own(`no answer at https://sk-live-4.example/${KEY}`)).toBe(
      `no answer at https://sk-live-4.example/${REDACTED}`,
    );
  });
});
