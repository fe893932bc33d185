import { isDeepStrictEqual } from 'node:util';
import type { KeyObject } from 'node:crypto';
import { validator } from '../../schemas/file-validators.ts';
import { IN_TOTO, unseal, type Envelope } from '../attest/dsse.ts';
import {
  EXTENSION,
  statementOf,
  STATEMENT_FILE,
  type ReportBytes,
  type Statement,
} from '../attest/statement.ts';
import { digest } from '../digests.ts';
import { unless, type Disagreement } from './disagreement.ts';

/** What the statement says, and what is wrong with it. */
export interface StatementFound {
  /** Only where the key signed it, and it is one. */
  readonly statement?: Statement;
  readonly disagreements: readonly Disagreement[];
}

function wrong(kind: Disagreement['kind'], message: string): StatementFound {
  return { disagreements: [{ kind, where: STATEMENT_FILE, message }] };
}

/** Opens an envelope with a public key: who signed it, and that it holds a statement about these files. */
export function openStatement(text: string, key: KeyObject, files: ReportBytes['files']): StatementFound {
  const envelope = envelopeIn(text);
  if (envelope === undefined) return wrong('schema', 'is no DSSE envelope');
  if (envelope.payloadType !== IN_TOTO)
    return wrong('schema', 'is an envelope of something else than an in-toto statement');
  const payload = unseal(envelope, key);
  if (payload === undefined) return wrong('signature', 'was not signed with this key, or was changed since');
  const value = parsed(payload.toString('utf8'));
  const validate = validator<Statement>('statement');
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    return wrong(
      'schema',
      `is no statement of this kit: ${error?.instancePath ?? ''} ${error?.message ?? ''}`,
    );
  }
  const subjects = value.subject.flatMap(({ name, digest: { sha256 } }) => {
    const file = name === 'report.json' || name === 'evidence.har' ? files[name] : undefined;
    const found = file === undefined ? 'nothing' : digest(file).slice('sha256:'.length);
    return unless(
      found === sha256,
      'digest',
      name,
      `has the digest ${found}, and the statement is about ${sha256}`,
    );
  });
  const names = value.subject.map(({ name }) => name).toSorted();
  return {
    statement: value,
    disagreements: [
      ...subjects,
      ...unless(
        isDeepStrictEqual(names, ['evidence.har', 'report.json']),
        'statement',
        'subject',
        `names ${names.join(', ')}, and has to name evidence.har and report.json`,
      ),
    ],
  };
}

/** What a statement says otherwise than the report that it is about. */
export function statementDisagreements(statement: Statement, bytes: ReportBytes): readonly Disagreement[] {
  const { product, allowed, verdict } = statement.predicate[EXTENSION];
  const expected = statementOf(bytes, {
    ...(product === undefined ? {} : { product }),
    ...(allowed === undefined ? {} : { allowed }),
  });
  const said = statement.predicate;
  const facts = Object.entries(expected.predicate[EXTENSION]);
  const members = Object.entries(expected.predicate).filter(([name]) => name !== EXTENSION);
  return [
    ...members.flatMap(([name, value]) => same(name, Object.entries(said), value)),
    ...facts.flatMap(([name, value]) => same(name, Object.entries(said[EXTENSION]), value)),
    ...unless(
      verdict === 'conformant' ? allowed === undefined : allowed === verdict,
      'statement',
      'allowed',
      `is ${allowed ?? 'not said'}, and the verdict is ${verdict}`,
    ),
  ];
}

function same(
  name: string,
  said: readonly (readonly [string, unknown])[],
  expected: unknown,
): readonly Disagreement[] {
  const found = said.find(([other]) => other === name)?.[1];
  const plain: unknown = JSON.parse(JSON.stringify(expected));
  return unless(isDeepStrictEqual(found, plain), 'statement', name, 'is not what the report says');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An envelope with at least one signature; undefined for anything else. */
function envelopeIn(text: string): Envelope | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { payloadType, payload, signatures } = value as Partial<Record<keyof Envelope, unknown>>;
  if (typeof payloadType !== 'string' || typeof payload !== 'string' || !Array.isArray(signatures))
    return undefined;
  const sigs = signatures.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'sig' in one && typeof one.sig === 'string'
      ? [{ sig: one.sig }]
      : [],
  );
  return sigs.length === 0 || sigs.length !== signatures.length
    ? undefined
    : { payloadType, payload, signatures: sigs };
}
