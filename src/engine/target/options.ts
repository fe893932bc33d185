import type { OutgoingRequest } from '../../http/types.ts';
import type { CreatePriority } from './budget.ts';
import type { CreateReply, RequestIntent, MessageReply } from './replies.ts';

/** The members K of T, each optional. */
type Some<T, K extends keyof T> = { readonly [M in K]?: T[M] | undefined };

/** Differences of a request from a plain one with a valid key; the defaults are those of `OutgoingRequest`. */
export type SendOptions = Some<OutgoingRequest, 'credential' | 'accept' | 'headers' | 'lowercaseHeaderNames'>;

/** Another spelling of the URL, which a server may refuse: no invariant judges the reply. */
export type UrlForm = 'absolute' | 'capital' | 'escaped' | 'question' | 'slash';

/** A request equal to the plain one: only `robust.equal-forms` judges a refusal of it, or a reply to another query string. */
export type ListForm = UrlForm | 'equivalent';

/** The form of a list request, apart from the query, which is passed separately. */
export interface ListOptions extends SendOptions {
  /** The query string as sent, if it is not written in the usual way. */
  readonly search?: string | undefined;
  readonly form?: ListForm | undefined;
}

export interface GetOptions extends SendOptions {
  readonly segment?: string;
  readonly form?: UrlForm | undefined;
}

/** The default content type is application/json. */
export type BodyOptions = SendOptions & Some<OutgoingRequest, 'contentType' | 'chunked' | 'inPieces'>;

/** The default intent is `invalid`. */
export interface MessageOptions extends BodyOptions, Some<MessageReply, 'intent' | 'sent'> {
  /** Query parameters to add to the messages address. */
  readonly parameters?: Readonly<Record<string, string>>;
}

export interface CreateOptions extends BodyOptions, Some<CreateReply, 'submitted' | 'sent' | 'spelling'> {
  readonly intent: RequestIntent;
  /** A name that identifies the animal; null if another animal may have the same name. */
  readonly marker?: string | null | undefined;
  /** The query string, without its question mark. */
  readonly search?: string | undefined;
  readonly form?: UrlForm | undefined;
  /** Default: the priority of the intent. */
  readonly purpose?: CreatePriority;
}
