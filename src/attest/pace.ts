import type { Report } from '../../reports/model.ts';
import { flagsTold } from '../config/again.ts';
import { settings } from '../config/settings.ts';

const NUMBERS = ['concurrency', 'consistencyMs', 'timeoutMs', 'deadline'] as const;

/** What a run was told that verdicts may hang on, besides its scope: milliseconds, and seconds for the deadline. */
export interface Pace extends Readonly<Record<(typeof NUMBERS)[number], number>> {
  /** Names of headers that it sent with every request, and no other client does. */
  readonly headers: readonly string[];
}

export function paceOf(report: Report): Pace {
  const told = flagsTold(report, (name) => NUMBERS.some((one) => one === name));
  const numbers = NUMBERS.map((name) => [name, Number(told[name] ?? settings[name].initial)] as const);
  const headers = (report.settings ?? []).flatMap(({ flag, text = '' }) =>
    flag === settings.header.flag ? [text.replace(/:.*$/su, '')] : [],
  );
  return { ...(Object.fromEntries(numbers) as Record<(typeof NUMBERS)[number], number>), headers };
}

/** What of it is not as a run has it that was told nothing, as options. */
export function paceWords(pace: Pace): readonly string[] {
  const numbers = NUMBERS.filter((name) => pace[name] !== Number(settings[name].initial));
  return [
    ...numbers.map((name) => `${settings[name].flag} ${String(pace[name])}`),
    ...pace.headers.map((name) => `${settings.header.flag} ${name}`),
  ];
}
