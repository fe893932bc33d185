import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fileProblem } from '../../schemas/files.ts';
import { IN_TOTO_PAYLOAD_TYPE, verifiedPayload, type SignedEnvelope } from '../attest/dsse.ts';
import {
  EXTENSION_NAMESPACE,
  attestationStatementOf,
  STATEMENT_FILE,
  SIGNED_FILES,
} from '../attest/statement.ts';
import type { Product, ReportWithBytes, AttestationStatement } from '../attest/statement.ts';
import { digest } from '../base/digests.ts';
import { jsonMembers } from './compare.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import { tryParseJson } from './folder.ts';

function wrong(kind: ReportInconsistency['kind'], message: string) {
  return { statement: undefined, disagreements: [{ kind, where: STATEMENT_FILE, message }] };
}

/** Returns a valid statement that the key signed, and its disagreements with the files. */
export function verifyStatement(text: string, key: KeyObject, files: ReportWithBytes['files']) {
  const parsed = tryParseJson(text);
  if (fileProblem('envelope', parsed) !== undefined)
    return wrong('schema', 'is not a DSSE envelope in the form that the kit writes');
  const envelope = parsed as SignedEnvelope;
  if (bare(JSON.stringify(envelope)) !== bare(text)) return wrong('schema', 'has a duplicate member');
  if (envelope.payloadType !== IN_TOTO_PAYLOAD_TYPE)
    return wrong('schema', 'has a payload that is not an in-toto statement');
  const payload = verifiedPayload(envelope, key);
  if (payload === undefined)
    return wrong('signature', 'was not signed with this key, or was changed after signing');
  const value = tryParseJson(payload.toString('utf8'));
  if (value === undefined) return wrong('schema', 'has a payload that is not JSON');
  const problem = fileProblem('statement', value);
  if (problem !== undefined) return wrong('schema', `is not a statement of this kit: ${problem}`);
  // Parsers differ on duplicate members and encodings, so the payload must be exact.
  if (!payload.equals(Buffer.from(JSON.stringify(value))))
    return wrong(
      'schema',
      'has a statement that is not in the form that the kit writes: a member may be duplicated',
    );
  const statement = value as AttestationStatement;
  const disagreements = SIGNED_FILES.flatMap((name, at) => {
    const told = statement.subject[at]?.digest.sha256 ?? '';
    const found = digest(files[name]).slice('sha256:'.length);
    const message = `has the digest ${found}, and the statement is about ${told}`;
    return inconsistencyUnless(found === told, 'digest', name, message);
  });
  return { statement, disagreements };
}

export function statementInconsistencies(
  { predicate }: AttestationStatement,
  bytes: ReportWithBytes,
): readonly ReportInconsistency[] {
  const { product, allowed, verdict, recertifies } = predicate[EXTENSION_NAMESPACE];
  const said = statedFacts(predicate);
  const expected = statedFacts(attestationStatementOf(bytes, { product, allowed, recertifies }).predicate);
  const named = Object.entries(bytes.report.product ?? {});
  const sameAsReport = (holds: boolean, where: string) =>
    inconsistencyUnless(holds, 'statement', where, 'is not what the report says');
  return [
    ...[...expected].flatMap(([name, value]) => sameAsReport(isDeepStrictEqual(said.get(name), value), name)),
    ...sameAsReport(
      named.every(([name, text]) => product?.[name as keyof Product] === text),
      'product',
    ),
    ...inconsistencyUnless(
      allowed === (verdict === 'conformant' ? undefined : verdict),
      'statement',
      'allowed',
      `is ${allowed ?? 'not said'}, and the verdict is ${verdict}`,
    ),
  ];
}

/** Returns the members of a predicate, with those of its extension field among them. */
function statedFacts({ [EXTENSION_NAMESPACE]: facts, ...others }: AttestationStatement['predicate']) {
  return jsonMembers({ ...others, ...facts });
}

/** Returns JSON without whitespace, since its layout does not matter. */
function bare(text: string): string {
  return text.replaceAll(/\s/gu, '');
}
