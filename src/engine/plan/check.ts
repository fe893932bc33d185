import type { Config } from '../../config/types.ts';
import type { CheckFacts } from '../target/index.ts';
import type { CheckContext } from './context.ts';

export { concerns, STAGES, type Need } from '../target/index.ts';

/** What the classes of inputs are made of. */
export interface DrawContext {
  readonly apiKey: string;
  /** Empty where messages are not claimed. */
  readonly messagesKey: string;
  readonly categoryIds: readonly bigint[];
  readonly seed: number;
  /** The id of an animal that is there; undefined where none is known. */
  readonly animal: bigint | undefined;
}

/** What the classes of a run are made of, while no animal is known. */
export function sourcesOf({
  apiKey,
  messages,
  categoryIds,
  seed,
}: Pick<Config, 'apiKey' | 'messages' | 'categoryIds' | 'seed'>): DrawContext {
  return { apiKey, messagesKey: messages?.apiKey ?? '', categoryIds, seed, animal: undefined };
}

/** What a check draws, for those who want to know what they will be asked. */
export interface Property {
  /** What is drawn, such as `limits from 1 to 100`. */
  readonly name: string;
  readonly classes: (from: DrawContext) => readonly {
    readonly name: string;
    /** As reports show them: all there are, or some where they are drawn. */
    readonly examples: () => readonly unknown[];
    readonly drawn: boolean;
  }[];
}

/** One thing that the kit tries, and the requirements that it says something of. */
export interface Check extends CheckFacts {
  /** Sends, judges, and reports findings to the context. A thrown error is a bug of the kit. */
  readonly probe: (context: CheckContext) => Promise<void> | void;
  /** Absent where nothing is drawn. */
  readonly property?: Property;
}

/** What kinds of checks are told of themselves alike; what is absent has a default of the kind. */
export type Outline = Pick<CheckFacts, 'title'> & Partial<Pick<CheckFacts, 'stage' | 'needs' | 'dependsOn'>>;

type Optional = 'decides' | 'mayBreak' | 'needs' | 'dependsOn';
type Definition = Omit<Check, Optional> & Partial<Pick<Check, Optional>>;

/** Makes a check a value. */
export function defineCheck(definition: Definition): Check {
  return Object.freeze({ decides: [], mayBreak: [], needs: [], dependsOn: [], ...definition });
}
