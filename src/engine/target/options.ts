import type { Ask } from '../../http/types.ts';
import type { Priority } from './budget.ts';
import type { CreateReply, Intent, MessageReply } from './replies.ts';

/** Some members, each of which may be left out. */
type Some<T, K extends keyof T> = { readonly [M in K]?: T[M] | undefined };

/** How a request differs from a plain one with a valid key; the defaults are those of `Ask`. */
export type SendOptions = Some<Ask, 'credential' | 'accept' | 'headers' | 'smallNames'>;

export interface ListOptions extends SendOptions {
  /** The query as it goes out, where it is written otherwise than usual. */
  readonly search?: string | undefined;
  /** Another form of its address, which a server may take for one that it does not know: no rule on the run judges the answer. */
  readonly form?: 'absolute' | 'escaped' | undefined;
}

export interface GetOptions extends SendOptions {
  readonly segment?: string;
}

/** Default: application/json. */
export type BodyOptions = SendOptions & Some<Ask, 'contentType' | 'chunked' | 'inPieces'>;

/** Default: `invalid`. */
export interface MessageOptions extends BodyOptions, Some<MessageReply, 'intent' | 'sent'> {
  /** Parameters of the address besides its own. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface CreateOptions extends BodyOptions, Some<CreateReply, 'submitted' | 'sent' | 'spelling'> {
  readonly intent: Intent;
  /** A name that no other animal has; null where the one that goes out may be another one's too. */
  readonly marker?: string | null | undefined;
  /** The query, without its question mark. */
  readonly search?: string | undefined;
  /** Default: what its intent is for. */
  readonly purpose?: Priority;
}
