/**
 * Where a requirement comes from, and so what a miss means: `stated` by the document, `implied` by two or more of its
 * statements, or `advisory`: good practice where the document is silent.
 */
export type Level = 'stated' | 'implied' | 'advisory';

/** The two independent interfaces of the document; the second has an address of its own. */
export type Profile = 'animals' | 'messages';

/** One row of the catalogue, apart from its id. */
export interface RequirementText {
  readonly level: Level;
  readonly profile: Profile;
  /** The heading of the catalogue under which people look for it. */
  readonly area: Area;
  /** Section titles of the document; empty where the document is silent. */
  readonly sections: readonly string[];
  /** What is decided, in one sentence. */
  readonly statement: string;
  /** For `implied`: the statements of the document it follows from, in words. For `advisory`: the standard. */
  readonly basis?: string;
}

export type Area =
  | 'Interface-wide'
  | 'Authentication'
  | 'List animals'
  | 'Add an animal'
  | 'Get an animal'
  | 'Robustness'
  | 'Messages';
