import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Report } from '../../../reports/model.ts';
import { inertLine } from '../../../reports/text.ts';
import { quoted } from '../../config/problem.ts';
import { settings, type Flags } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';

/** What a command that takes the folder of somebody else says of addresses. */
export interface AddressFlags {
  readonly addressesOfReport?: boolean;
  readonly allowAnyAddress?: boolean;
}

const NAMES = ['baseUrl', 'messagesUrl'] as const;

/**
 * The addresses that get the key: those of the flags, and those of the report only where `--addresses-of-report` takes them.
 * @param show is called with a line for each that is taken from the report
 * @throws UsageError where an address of the report is neither named nor taken, or is not fit to be taken
 */
export async function addressesOf(
  { target }: Pick<Report, 'target'>,
  flags: Flags,
  { addressesOfReport, allowAnyAddress }: AddressFlags,
  show: (line: string) => void,
): Promise<Flags> {
  const taken = NAMES.filter((name) => flags[name] === undefined && target[name] !== null);
  const address = (name: (typeof NAMES)[number]): string => String(flags[name] ?? target[name] ?? '');
  if (addressesOfReport !== true && taken.length > 0) {
    throw new UsageError(
      taken.map(
        (name) =>
          `The report judged ${quoted(address(name))}: give the address to judge with ${settings[name].flag}, or take that of the report with --addresses-of-report.`,
      ),
    );
  }
  for (const name of taken) show(`Address of the report: ${settings[name].flag} ${inertLine(address(name))}`);
  if (allowAnyAddress !== true) {
    const others = (name: (typeof NAMES)[number]) => NAMES.filter((other) => other !== name).map(address);
    const found = await Promise.all(taken.map((name) => risksOf(address(name), others(name))));
    const problems = found.flatMap((risks, at) =>
      risks.map(
        (risk) =>
          `The address ${quoted(address(taken[at] ?? 'baseUrl'))} of the report ${risk}: name it with ${settings[taken[at] ?? 'baseUrl'].flag}, or give --allow-any-address.`,
      ),
    );
    if (problems.length > 0) throw new UsageError(problems);
  }
  return Object.fromEntries(taken.map((name) => [name, address(name)]));
}

/** Addresses that nothing on the public internet has. */
const INTERNAL = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INTERNAL.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INTERNAL.addSubnet(net, prefix, 'ipv6');

/** Why an address of a stranger's report should not get a key, each as the end of a sentence. */
async function risksOf(address: string, others: readonly string[]): Promise<readonly string[]> {
  if (!URL.canParse(address)) return ['is not an address'];
  const { protocol, hostname, origin } = new URL(address);
  const host = hostname.replaceAll(/[[\]]/gu, '');
  // A name that cannot be resolved gets nothing either.
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const isInternal = found.some((one) =>
    INTERNAL.check(one.address, isIP(one.address) === 6 ? 'ipv6' : 'ipv4'),
  );
  const isOther = others.some((other) => URL.canParse(other) && new URL(other).origin !== origin);
  return [
    ...(protocol === 'https:' ? [] : ['is plain http']),
    ...(isInternal ? ['is loopback, private or link-local'] : []),
    ...(isOther ? ['is on another origin than the other address'] : []),
  ];
}
