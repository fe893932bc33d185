import { requestScope } from '../../http/request-scope.ts';
import type { BodyOptions } from './options.ts';
import { isSuccess, type Reply } from './replies.ts';

/** How a body is sent: its media type, and whether it is sent in chunks. */
export type BodyEncoding = Pick<BodyOptions, 'contentType' | 'chunked'>;

/** Forms that mean the same as the kit's usual one (RFC 9110, section 8.3.1; RFC 9112, section 7.1). */
const OTHERS: readonly BodyEncoding[] = [
  { chunked: true },
  { contentType: 'application/json; charset=utf-8' },
  { contentType: 'Application/JSON' },
];

/** Sends faulty bodies in other forms too: a server may validate the bodies of one form only. */
export class BodyEncodingSender {
  /** By check: the inputs of its requests, in the order in which they first came. */
  readonly #inputs = new Map<string, Map<unknown, number>>();
  /** The checks with an input that was accepted in an unusual form. */
  readonly #accepted = new Set<string>();

  /**
   * Sends every second input of a check in an unusual form; when the input is sent again, it has the same form. If the response
   * has neither the `expected` status nor a 2xx, also sends the usual form: the target may reject the unusual one. After the
   * first 2xx of a check too: if the usual form is accepted as well, it is the simpler proof.
   */
  async send<R extends Reply>(
    expected: number,
    input: unknown,
    request: (form: BodyEncoding) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    const check = requestScope().check;
    const inputs = this.#inputs.get(check) ?? new Map<unknown, number>();
    this.#inputs.set(check, inputs);
    const turn = inputs.get(input) ?? inputs.size;
    inputs.set(input, turn);
    const form = turn % 2 === 0 ? undefined : OTHERS[((turn - 1) / 2) % OTHERS.length];
    const reply = form && (await request(form));
    const answer = reply?.answer;
    if (answer?.status === expected) return reply;
    // Without a response, the request is sent again alone, and only then in the usual form too.
    if (reply !== undefined && answer === undefined && requestScope().exclusive === undefined) return reply;
    if (!isSuccess(answer)) return request({});
    // An accepted body may store an animal, so the usual form is tried only once.
    if (this.#accepted.has(check)) return reply;
    this.#accepted.add(check);
    const usual = await request({});
    if (!isSuccess(usual?.answer)) return reply;
    inputs.set(input, 0);
    return usual;
  }
}
