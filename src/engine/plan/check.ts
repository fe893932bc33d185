import type { Partitions } from '../../../generators/partitions.ts';
import type { Config } from '../../config/types.ts';
import type { CheckMetadata } from './check-metadata.ts';
import type { CheckContext } from './context.ts';

export interface DrawContext {
  readonly apiKey: string;
  /** Empty if the messages profile is not claimed. */
  readonly messagesKey: string;
  readonly categoryIds: readonly bigint[];
  readonly seed: number;
  /** The id of an existing animal; undefined if none is known. */
  readonly animal: bigint | undefined;
}

/** Returns the draw context for the time when no animal is known. */
export function initialDrawContext({ apiKey, messages, categoryIds, seed }: Config): DrawContext {
  return { apiKey, messagesKey: messages?.apiKey ?? '', categoryIds, seed, animal: undefined };
}

export interface PropertyInputClasses {
  /** The name of the inputs, such as `limits from 1 to 100`. */
  readonly name: string;
  readonly classes: (from: DrawContext) => Partitions<unknown>;
}

export interface Check extends CheckMetadata {
  /** Sends requests, judges the replies, and reports findings to the context. A thrown error is a bug of the kit. */
  readonly probe: (context: CheckContext) => Promise<void> | void;
  readonly property?: PropertyInputClasses;
}

/** Members that every kind of check has. Each kind of check has its own defaults; the default title is the pass message. */
export type OptionalCheckMetadata = Partial<Pick<CheckMetadata, 'title' | 'stage' | 'needs' | 'dependsOn'>>;

type Optional = 'decides' | 'mayBreak' | 'needs' | 'dependsOn';
type Definition = Omit<Check, Optional> & Partial<Pick<Check, Optional>>;

export function defineCheck(definition: Definition): Check {
  return Object.freeze({ decides: [], mayBreak: [], needs: [], dependsOn: [], ...definition });
}
