import { describe, expect, test } from 'vitest';
import type { CheckReport, RecordedSettings } from '../../reports/model.ts';
import { rerunRequirementCommand } from '../../reports/rerun.ts';
import { allHostile, report } from './fixture.ts';
import { after, pasted, wellFormed } from './shells.ts';

const rerunLine = (...given: Parameters<typeof rerunRequirementCommand>) =>
  rerunRequirementCommand(...given).join(' ');

describe('the command that runs one requirement again', () => {
  const undecided = { verdict: 'inconclusive', checks: [] } as const;
  const row = { id: 'list.limit.default', profile: 'animals', ...undecided } as const;
  const message = { id: 'messages.echo', profile: 'messages', ...undecided } as const;
  const told = (settings: RecordedSettings) => report({}, { settings });

  test('names target, requirement and seed, and a folder of its own', () => {
    expect(rerunLine(report(), row)).toBe(
      'npx petstore-conformance run --base-url https://pets.example/v1 --runs 20 --seed 42 ' +
        '--only list.limit.default --out conformance-report/again/list.limit.default',
    );
    expect(rerunLine(report(), message)).toContain('--messages-url https://pets.example/messages');
  });

  test('names what the run was given, and no secret', () => {
    const line = rerunLine(
      told({
        apiKey: '${PETSTORE_API_KEY}',
        header: ['X-Gateway: ${PETSTORE_HEADER_1}', "x!$'`y: ${PETSTORE_HEADER_2}"],
        clientCert: '${PETSTORE_CLIENT_CERT}',
        timeoutMs: 500,
        readOnly: true,
        out: "it's here",
      }),
      row,
    );
    const headers = { PETSTORE_HEADER_1: 'a "b" $c', PETSTORE_HEADER_2: '*' };
    const [args] = pasted([line], { ...headers, PETSTORE_CLIENT_CERT: 'my cert.pem' });
    expect(args?.slice(0, 2)).toEqual(['petstore-conformance', 'run']);
    expect(after(args, '--header')).toEqual(['X-Gateway: a "b" $c', "x!$'`y: *"]);
    expect(after(args, '--client-cert')).toEqual(['my cert.pem']);
    expect(after(args, '--timeout-ms')).toEqual(['500']);
    expect(after(args, '--read-only')).toEqual(['--only']);
    expect(args?.slice(-4, -1)).toEqual([
      'list.limit.default',
      '--out',
      "it's here/again/list.limit.default",
    ]);
    expect(args).toHaveLength(16);
  });

  test('nests no folders', () => {
    for (const out of ['out', 'out/again/get.success', 'out/again/list.limit.default']) {
      const line = rerunLine(told({ out }), row);
      expect(line).toMatch(/ --out out\/again\/list\.limit\.default$/u);
    }
  });

  test('names the waivers that were given', () => {
    const line = rerunLine(told({ waivers: 'known.yaml' }), row);
    expect(line).toContain(' --waivers known.yaml ');
  });

  const check = (more: Partial<CheckReport> = {}): CheckReport => {
    return { name: 'list/limit-default', verdict: 'fail', message: 'm', exchanges: ['x1'], ...more };
  };

  test.each<[what: string, checks: readonly CheckReport[], settings: RecordedSettings, line: string]>([
    [
      'replays a failure',
      [check()],
      { out: "it's here", header: ['X-Gateway: ${PETSTORE_HEADER_1}'], seed: 7 },
      String.raw`npx petstore-conformance replay 'it'\''s here' list.limit.default --header "X-Gateway: $PETSTORE_HEADER_1"`,
    ],
    [
      'judges again where nothing can be sent again',
      [check({ exchanges: [] })],
      { out: 'out' },
      'npx petstore-conformance run --only list.limit.default --out out/again/list.limit.default',
    ],
    [
      'judges again where no report was written',
      [check()],
      { out: '' },
      'npx petstore-conformance run --only list.limit.default --out conformance-report/again/list.limit.default',
    ],
  ])('%s', (_, checks, settings, line) => {
    expect(rerunLine(told(settings), { ...row, verdict: 'fail', checks })).toBe(line);
  });

  test('has a placeholder for the folder of a CI system', () => {
    const settings = { out: '/builds/7/report' };
    const failed = { ...row, verdict: 'fail', checks: [check()] } as const;
    const ofCi = { ...told(settings), context: { commit: 'abc' } };
    expect(rerunLine(ofCi, failed)).toBe('npx petstore-conformance replay REPORT_FOLDER list.limit.default');
    expect(rerunLine(ofCi, row)).toMatch(/ --out conformance-report\/again\/list\.limit\.default$/u);
    expect(rerunLine(told(settings), failed)).toContain('replay /builds/7/report ');
  });

  test('brings any address through a shell unchanged', () => {
    const text = `https://pets.example/${allHostile.replaceAll('\0', '')}`;
    const line = rerunLine(told({ baseUrl: text }), row);
    expect(after(pasted([line])[0], '--base-url')).toEqual([wellFormed(text)]);
  });
});
