import type { Disagreement } from './disagreement.ts';
import { evidenceDisagreements } from './evidence.ts';
import type { Folder } from './folder.ts';
import { rowDisagreements } from './rows.ts';
import { wholeDisagreements } from './whole.ts';

/** What does not hold together within a report's folder, as far as reading it tells. */
export function consistency({ report, evidence, har }: Folder): readonly Disagreement[] {
  return [
    ...rowDisagreements(report),
    ...wholeDisagreements(report),
    ...evidenceDisagreements(report, evidence, har),
  ];
}
