/** `stated` by the document, `implied` by two or more statements, or `advisory`: good practice where it is silent. */
export type Level = 'stated' | 'implied' | 'advisory';

/** The two interfaces of the document. Messages has a base address of its own. */
export type Profile = 'animals' | 'messages';

/** A requirement of the catalogue without its id. */
export interface RequirementText {
  readonly level: Level;
  readonly profile: Profile;
  /** Heading of the catalogue that lists the requirement. */
  readonly area: Area;
  /** Titles of the document's sections; empty for advisory requirements. */
  readonly sections: readonly string[];
  /** The requirement in one sentence. */
  readonly statement: string;
  /** For `implied`: the document's statements that it follows from, in words. For `advisory`: the standard or practice. */
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
