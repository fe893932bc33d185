import type { Reporter, TestCase, TestModule, TestRunEndReason } from 'vitest/node';
import { countsText } from '../../reports/measures.ts';
import { safeLine } from '../../reports/text.ts';
import { kitDigest } from '../../src/base/kit-digest.ts';
import { version } from '../../src/base/version.ts';
import { loadAllFaults } from '../../reference/index.ts';
import { selectFleetPart } from './fleet.ts';
import { writeGolden, differencesFromGolden } from './golden.ts';
import { writePages } from './pages.ts';
import { readTrustOptions, SEED_COUNT, type TrustRow, type ServerRow } from './rows.ts';

/** Milliseconds between two progress lines. */
const QUIET_MS = 15_000;

/** A vitest reporter that prints progress and problems, and writes the measurements of a complete, clean matrix. */
export default class TrustReporter implements Reporter {
  readonly #begun = performance.now();
  readonly #rows: TrustRow[] = [];
  readonly #wrong: string[] = [];
  #all = 0;
  #done = 0;
  #shown = performance.now();

  async onTestRunStart(): Promise<void> {
    const { only, mode } = readTrustOptions();
    const part = await selectFleetPart(only).catch((error: unknown) => {
      console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
      return process.exit(2);
    });
    const rest = mode === 'matrix' ? [part.others, part.checks] : [];
    const servers = [part.faults, part.variants, ...rest];
    this.#all = (mode === 'curve' ? [part.families] : servers).reduce((sum, { length }) => sum + length, 0);
  }

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'skipped') return;
    const { trust: row } = test.meta();
    if (row?.kind !== 'cost') this.#done += 1;
    if (row === undefined) {
      for (const { message } of test.result().errors ?? []) this.#say(`${test.name}: ${message}`);
    } else {
      this.#rows.push(row);
      const wrong = 'wrong' in row ? row.wrong : [];
      for (const text of wrong) this.#say(`${'id' in row ? row.id : row.kind} ${text}`);
    }
    this.#show();
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly { readonly message: string }[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const broken = [...modules.flatMap((module) => module.errors()), ...errors];
    for (const { message } of broken) this.#say(message);
    const { only, seeds, mode } = readTrustOptions();
    const of = <K extends TrustRow['kind']>(kind: K) =>
      this.#rows.filter((row): row is Extract<TrustRow, { kind: K }> => row.kind === kind);
    const servers = this.#rows.filter(
      (row): row is ServerRow => row.kind === 'fault' || row.kind === 'variant',
    );
    for (const text of mode === 'golden' ? await differencesFromGolden(servers) : []) this.#say(text);
    const kit = kitDigest();
    const isClean = this.#wrong.length === 0 && reason === 'passed';
    console.log(
      `${this.#counts()}\n${isClean ? 'Clean.' : `Not clean: ${this.#wrong.length} things wrong.`}`,
    );
    if (mode === 'golden' || mode === 'freeze') {
      if (mode === 'freeze' && isClean) console.log(await writeGolden(servers, only.length === 0));
      process.exitCode = this.#wrong.length > 0 ? 1 : process.exitCode;
      return;
    }
    if (mode === 'curve' && only.length === 0) {
      const families = of('family');
      console.log(await writePages({ curve: { kit, families } }));
      return;
    }
    const [cost] = of('cost');
    if (isClean && mode === 'matrix' && only.length === 0 && seeds >= SEED_COUNT && cost !== undefined) {
      const judged = servers.map((row) => ({ ...row, verdicts: undefined }));
      const matrix = { version: version(), kit, seeds, servers: judged, guards: of('guard'), cost };
      console.log(await writePages({ matrix }));
      console.log(await writeGolden(servers, true));
      return;
    }
    // Lists checks that no fault needs only with --only, because TRUST.md already has all such checks.
    const idle = of('guard').filter(({ guards }) => only.length > 0 && guards === null);
    for (const { id } of idle) console.log(`Note: no fault needs the check ${id}.`);
    const unjudged = (await loadAllFaults()).length - servers.filter(({ kind }) => kind === 'fault').length;
    if (unjudged > 0 && mode === 'matrix')
      console.log(`Not judged: ${unjudged} other faults, which may be blamed on what this touches.`);
    console.log(`Nothing is written: TRUST.md holds a clean matrix of all, with ${SEED_COUNT} seeds.`);
  }

  #say(text: string): void {
    this.#wrong.push(text);
    console.log(`- ${safeLine(text, 400)}`);
  }

  #counts(): string {
    const of = (kind: string) => this.#rows.filter((row) => row.kind === kind).length;
    return countsText({
      faults: of('fault'),
      variants: of('variant'),
      families: of('family'),
      guards: of('guard'),
    });
  }

  #show(): void {
    const now = performance.now();
    if (now - this.#shown < QUIET_MS) return;
    this.#shown = now;
    const left = Math.round(((now - this.#begun) / 1000 / this.#done) * (this.#all - this.#done));
    console.log(`${this.#done} of ${this.#all} done, about ${left} s left`);
  }
}
