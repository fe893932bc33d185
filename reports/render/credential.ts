import type { CredentialForm, CredentialPiece, Exchange } from '../exchange.ts';
import { joined, shellWord, type WordPart } from './shell.ts';

/** An Authorization header of a curl command, and whether it is what was sent or only alike. */
export interface ShownCredential {
  /** The option with its value, quoted for a shell. */
  readonly option: string;
  /** What a person has to know; absent where the command sends what was sent. */
  readonly note?: string;
}

/** The pieces one after the other as a word. Messages may have a key of their own. */
function quoted(pieces: readonly CredentialPiece[], operation: Exchange['operation']): string {
  return joined(
    pieces.map((piece): WordPart => {
      if ('text' in piece) return piece;
      if ('alike' in piece) return { text: piece.alike };
      if ('key' in piece) {
        const own = operation === 'message';
        return { expansion: own ? '${PETSTORE_MESSAGES_API_KEY:-$PETSTORE_API_KEY}' : '${PETSTORE_API_KEY}' };
      }
      const inner = quoted(piece.base64, operation);
      return { expansion: String.raw`$(printf %s ${inner} | base64 | tr -d '\n')` };
    }),
  );
}

function isKept(piece: CredentialPiece): boolean {
  return 'base64' in piece ? piece.base64.every(isKept) : !('alike' in piece);
}

/**
 * How curl sends the credential of an exchange.
 * @param recorded the value of its Authorization header in evidence, sent as it stands where nothing else is known
 */
export function shownCredential(recorded: string, { operation, request }: Exchange): ShownCredential {
  const form: CredentialForm | undefined = request.credential;
  const pieces = form?.pieces;
  if (form === undefined || pieces === undefined || pieces === null) {
    return {
      option: `-H ${shellWord(`Authorization: ${recorded}`)}`,
      note: /^<(.*)>$/su.exec(recorded)?.[1] ?? recorded,
    };
  }
  // An empty value is written with a semicolon: a colon with nothing after it would take the header out.
  if (pieces.length === 0) return { option: "-H 'Authorization;'" };
  const option = `-H ${quoted([{ text: 'Authorization: ' }, ...pieces], operation)}`;
  return pieces.every(isKept) ? { option } : { option, note: form.label };
}
