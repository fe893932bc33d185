/** A JSON value, read without loss: an integer beyond 2^53 is a bigint, and `1.0` or `4e2` is an integer. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
/** A JSON object; of duplicate members the last counts (RFC 8259, section 4 leaves it open). */
export interface JsonObject {
  readonly [member: string]: Json;
}

export type JsonParseResult =
  | {
      readonly ok: true;
      readonly value: Json;
      /** Length of the list in the text, if only its first items are kept. */
      readonly items?: number;
    }
  | {
      readonly ok: false;
      /** One sentence: why the text is not JSON. */
      readonly problem: string;
      /** True if a limit of the kit, not the text, prevented parsing. */
      readonly unread?: true;
    };
