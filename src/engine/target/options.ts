import type { Ask } from '../../http/types.ts';
import type { CreatePriority } from './budget.ts';
import type { CreateReply, RequestIntent, MessageReply } from './replies.ts';

/** The members K of T, each optional. */
type Some<T, K extends keyof T> = { readonly [M in K]?: T[M] | undefined };

/** Differences of a request from a plain one with a valid key; the defaults are those of `Ask`. */
export type SendOptions = Some<Ask, 'credential' | 'accept' | 'headers' | 'smallNames'>;

/** Another spelling of the URL, which a server may not know: the reply is not logged, and no check over the log judges it. */
export type UrlForm = 'absolute' | 'escaped' | 'slash';

/** How a list request is written; its query is an argument of its own. */
export interface ListForm extends SendOptions {
  /** The query string as sent, if it is not written in the usual way. */
  readonly search?: string | undefined;
  readonly form?: UrlForm | undefined;
}

export interface GetOptions extends SendOptions {
  readonly segment?: string;
  readonly form?: UrlForm | undefined;
}

/** The default content type is application/json. */
export type BodyOptions = SendOptions & Some<Ask, 'contentType' | 'chunked' | 'inPieces'>;

/** The default intent is `invalid`. */
export interface MessageOptions extends BodyOptions, Some<MessageReply, 'intent' | 'sent'> {
  /** Query parameters to add to the messages address. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface CreateOptions extends BodyOptions, Some<CreateReply, 'submitted' | 'sent' | 'spelling'> {
  readonly intent: RequestIntent;
  /** A name that no other animal has; null if another animal may have the sent name too. */
  readonly marker?: string | null | undefined;
  /** The query string, without its question mark. */
  readonly search?: string | undefined;
  readonly form?: UrlForm | undefined;
  /** Default: the priority of the intent. */
  readonly purpose?: CreatePriority;
}
