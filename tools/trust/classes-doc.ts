import { escapeMarkdown } from '../../reports/render/markdown.ts';
import * as fc from 'fast-check';
import { requirements } from '../../requirements/index.ts';
import type { InputClass } from '../../generators/partitions.ts';
import { reportableRequirements } from '../../src/engine/plan/index.ts';
import { shownInput } from '../../src/engine/verbs/index.ts';
import { checks } from '../../suites/index.ts';
import { joinPageLines, markdownTable } from './table.ts';

/** Arguments for the classes on this page: an example key and an example animal. */
const FROM = {
  apiKey: 'pk_0123456789abcdef',
  messagesKey: 'pk_0123456789abcdef',
  categoryIds: [1n],
  seed: 1,
  animal: 4711n,
} as const;

/** Maximum number of examples that are shown of an input class, and of characters of each example. */
const MOST = { examples: 3, characters: 60 } as const;

/** Returns an example in fast-check's notation, shortened. */
function example(value: unknown): string {
  const text = fc.stringify(value);
  const characters = [...text];
  const shown =
    characters.length > MOST.characters ? `${characters.slice(0, MOST.characters).join('')}…` : text;
  return escapeMarkdown(shown);
}

/** Lists all inputs of a class as reports show them, or samples if they are drawn. */
function rowOf({ name, draw, values }: InputClass<unknown>): readonly string[] {
  const examples = (values ?? fc.sample(draw, { seed: 1, numRuns: 2 })).map(shownInput);
  const shown = examples.slice(0, MOST.examples).map(example);
  const more =
    values === undefined
      ? ['and whatever is drawn']
      : examples.length > MOST.examples
        ? [`${examples.length} in all`]
        : [];
  return [escapeMarkdown(name), [...shown, ...more].join('; ')];
}

/** Renders docs/classes.md: all input classes that a run sends, by requirement. */
export function renderClassesDoc(): string {
  const drawing = checks.flatMap((check) => {
    const { id, title, property } = check;
    if (property === undefined) return [];
    return {
      id,
      title,
      about: reportableRequirements(check)[0],
      of: property.name,
      classes: property.classes(FROM),
    };
  });
  const all = drawing.reduce((sum, { classes }) => sum + classes.length, 0);
  const sections = requirements.flatMap(({ id, statement }) => {
    const own = drawing.filter(({ about }) => about === id);
    if (own.length === 0) return [];
    return [
      `## ${id}`,
      '',
      statement,
      '',
      ...own.flatMap((check) => [
        `### ${check.title}`,
        '',
        `\`${check.id}\`, ${check.classes.length} ${check.classes.length === 1 ? 'class' : 'classes'} of ${check.of}:`,
        '',
        ...markdownTable(['Class', 'Such as'], check.classes.map(rowOf)),
        '',
      ]),
    ];
  });
  return joinPageLines([
    '# Inputs that a run sends',
    '',
    'Written by `npm run trust:docs`; do not edit it. Inputs that a careless server treats alike are one class: if one is',
    `wrong, the others most likely are. Every run asks one value of each of these ${all} classes (\`--runs N\` asks N), whatever`,
    'its seed; the seed says which value. Of what may stand around a name, and of control characters in one, every run asks all',
    'that is listed, since one animal carries many. Values are written as JavaScript writes them; those made of a key or of an id are made of',
    'examples here. The report says how many were met, and names those that were not.',
    '',
    ...sections,
  ]);
}
