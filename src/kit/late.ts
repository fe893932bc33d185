import type { RequirementId } from '../../requirements/index.ts';
import type { Flawed } from './confirm.ts';
import type { Reply } from './replies.ts';

/** What a rule on the whole run makes of answers that came after it had looked. */
export interface Look {
  /** Flaws of answers that it has not seen, of kinds that it has not told, and that need no second look to count. */
  readonly flaws: (log: readonly Reply[]) => readonly (Flawed<Reply> & {
    readonly requirement: RequirementId;
  })[];
}
