import { currentCheckId } from '../../http/attribution.ts';
import type { BodyOptions } from './options.ts';
import { isSuccess, type Reply } from './replies.ts';

/** How a body is sent: its media type, and whether it is sent in chunks. */
export type BodyForm = Pick<BodyOptions, 'contentType' | 'chunked'>;

/** Forms that mean the same as the kit's usual one (RFC 9110, section 8.3.1; RFC 9112, section 7.1). */
const OTHERS: readonly BodyForm[] = [
  { chunked: true },
  { contentType: 'application/json; charset=utf-8' },
  { contentType: 'Application/JSON' },
];

/** Sends faulty bodies in other forms too: a server may validate the bodies of one form only. */
export class BodyFormSender {
  readonly #turns = new Map<string, number>();

  /**
   * Sends every second request of a check in another form than usual. Sends it in the usual form as well if the response has
   * neither the `expected` status nor a 2xx: the target may reject the form.
   */
  async send<R extends Reply>(
    expected: number,
    request: (form: BodyForm) => Promise<R | undefined>,
  ): Promise<R | undefined> {
    const check = currentCheckId();
    const turn = this.#turns.get(check) ?? 0;
    this.#turns.set(check, turn + 1);
    const form = turn % 2 === 0 ? undefined : OTHERS[((turn - 1) / 2) % OTHERS.length];
    const reply = form && (await request(form));
    const answer = reply?.answer;
    return answer?.status === expected || isSuccess(answer) ? reply : request({});
  }
}
