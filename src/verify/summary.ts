import { WRONG_TOKEN_COUNT } from '../../generators/substitute-keys.ts';
import { countWithNoun, formatCount } from '../../reports/measures.ts';
import type { Report } from '../../reports/model.ts';
import { verdictAffectingOptions } from '../../reports/settings.ts';
import { versionTexts } from '../../reports/rows.ts';
import { shellWord } from '../../reports/shell.ts';
import { escapeUnsafe } from '../../reports/text.ts';
import { waiverLine } from '../../reports/words.ts';
import { addressRisks } from '../base/addresses.ts';
import type { StatementFacts } from '../attest/statement.ts';

/** A verified fact of a run: a label and one line of inert text. */
export type VerifiedFact = readonly [label: string, text: string];

/** Returns the facts of a verified run, one per line. Long texts are not cut, because the schemas limit every text. */
export function verifiedFactsOf(
  report: Report,
  { product, recertifies, waivers }: StatementFacts,
): readonly VerifiedFact[] {
  const { target, scope, settings, requirements, coverage = [], keysLack = {} } = report;
  const { kit, catalogue } = versionTexts(report);
  const { challenge: _, ...others } = settings;
  const { animals = 'not claimed', messages = 'not claimed' } = report.profiles;
  const sum = (counts: readonly number[]) => formatCount(counts.reduce((all, one) => all + one, 0));
  const classes = sum(coverage.map((one) => one.classes.length));
  const claimed = requirements.filter(({ profile }) => scope.profiles.includes(profile));
  const untested = claimed.filter(({ verdict }) => verdict === 'not-tested');
  const rows: readonly (readonly [label: string, text: string | readonly string[] | undefined])[] = [
    ['Product', product?.name === undefined ? 'not named' : named(product.name)],
    ['Vendor', product?.vendor === undefined ? 'not named' : named(product.vendor)],
    [
      'Address',
      target.embedded ? `${target.baseUrl} (the embedded reference server)` : addressLine(target.baseUrl),
    ],
    ['Messages', target.messagesUrl === null ? 'not claimed' : addressLine(target.messagesUrl)],
    ['Profiles', `animals ${animals}, messages ${messages}`],
    [
      'Not tested',
      `${formatCount(untested.length)} of ${formatCount(claimed.length)} requirements of these profiles`,
    ],
    ['Warnings', countWithNoun(report.totals.warn, 'advisory requirement')],
    ['Waiver', waivers.map((waiver) => `${waiver.requirement}: ${waiverLine(waiver)}`)],
    ['Classes', `${classes} of ${sum(coverage.map(({ of }) => of))} input classes`],
    [
      'Left out',
      Object.entries(keysLack).map(
        ([name, forms]) =>
          `${String(forms.length)} of ${String(WRONG_TOKEN_COUNT)} forms of wrong tokens for ${name}: such a key allows no more`,
      ),
    ],
    [
      'Option',
      verdictAffectingOptions({ runs: scope.runs, ...others }).map(({ flag, text }) =>
        text === '' ? flag : `${flag} ${shellWord(text)}`,
      ),
    ],
    ['Date', report.startedAt],
    ['Seed', String(report.seed)],
    ['Challenge', scope.challenge === undefined ? 'none' : named(scope.challenge)],
    ['Catalogue', catalogue],
    ['Kit', kit],
    ['Recertifies', recertifies && `the report.json with the digest ${recertifies}`],
  ];
  return rows.flatMap(([label, text = []]) =>
    [text].flat().map((one): VerifiedFact => [label, escapeUnsafe(one).replaceAll(/[\n\t]/gu, ' ')]),
  );
}

/** Returns an address, followed by reasons why it is not public. */
function addressLine(address: string): string {
  const risks = addressRisks(address).join(', ');
  return risks === '' ? address : `${address} (${risks})`;
}

/** Quotes a name chosen by the vendor, so that nobody takes it for text of the kit. */
function named(text: string): string {
  return JSON.stringify(text);
}
