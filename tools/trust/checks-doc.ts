import { escapeMarkdown } from '../../reports/render/markdown.ts';
import { requirements } from '../../requirements/index.ts';
import { checksByFile } from '../../suites/index.ts';
import { codeSpans, joinPageLines, markdownTable } from './table.ts';

/** Renders docs/checks.md: for each requirement, the checks that decide or may break it, and their files. */
export function renderChecksDoc(): string {
  const parts = requirements.flatMap(({ id, level, sections, statement }) => {
    const found = checksByFile.flatMap(([file, checks]) =>
      checks.flatMap((check) => {
        if (check.decides.includes(id)) return [{ check, file, says: 'judges' }];
        return check.mayBreak.includes(id) ? [{ check, file, says: 'may break' }] : [];
      }),
    );
    const rows = found
      .toSorted((a, b) => a.says.localeCompare(b.says))
      .map(({ check, file, says }) => [
        `\`${check.id}\``,
        escapeMarkdown(check.title),
        `[${file}](../suites/${file})`,
        says,
        codeSpans(check.dependsOn),
      ]);
    return [
      `## ${id}`,
      '',
      `${statement} (${[level, ...sections].join('; ')})`,
      '',
      ...markdownTable(['Check', 'Tries', 'Stands in', 'Says', 'Brings along'], rows),
      '',
    ];
  });
  return joinPageLines([
    '# Checks of each requirement',
    '',
    'Written by `npm run trust:docs`; do not edit it. A check that judges a requirement finds it met or broken, and a pass needs',
    'one that finds it met; one that may break it sees it broken, or leaves it undecided, and never finds it met. The last',
    'column names checks that run with it under `--only` too, since it looks at what they send; what it judges may be wider:',
    'each answer of the run that its title speaks of. What the removal of `GET /pets/{petId}` makes of all rows stands in',
    '[removal.ts](../src/engine/target/removal.ts). Search the file for the id. [classes.md](classes.md) lists what is sent.',
    '',
    ...parts,
  ]);
}
