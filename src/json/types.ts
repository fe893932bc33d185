/** A JSON value read without loss: an integer beyond 2^53 is a bigint, and `1.0` or `4e2` is the integer it denotes. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
/** A JSON object; of duplicate members the last one counts (RFC 8259, section 4 leaves it open). */
export interface JsonObject {
  readonly [member: string]: Json;
}

/** A text read as JSON. */
export type ReadBody =
  | {
      readonly ok: true;
      readonly value: Json;
      /** How many items a list has, where only the first of them are kept. */
      readonly items?: number;
    }
  | {
      readonly ok: false;
      /** One sentence: why it is not JSON. */
      readonly problem: string;
      /** It may be JSON all the same: a bound of ours kept it from being read. */
      readonly unread?: true;
    };
