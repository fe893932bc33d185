import { BlockList, isIP } from 'node:net';

/** IP ranges that are not on the public internet: loopback, private, shared and link-local. */
const INTERNAL = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INTERNAL.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4');

/** Host names that no public server has: single labels, and reserved suffixes (RFC 2606, 6761, 6762, 8375; ICANN's .internal). */
const RESERVED = /^[^.]*$|\.(?:localhost|local|internal|test|example|invalid|home\.arpa)$/iu;

/** Returns the host of a URL: a name, or an IP address without brackets. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replaceAll(/[[\]]/gu, '');
}

/** True if a host name or IP address is not on the public internet. Names are not resolved. */
function isInternalHost(host: string): boolean {
  const kind = isIP(host);
  return kind === 0
    ? RESERVED.test(host.replace(/\.$/u, ''))
    : INTERNAL.check(host, kind === 6 ? 'ipv6' : 'ipv4');
}

/** Returns reasons not to trust a URL, phrases after "The address ..."; `resolved`: its IP addresses, if known. */
export function addressRisks(address: string, resolved: readonly string[] = []): readonly string[] {
  if (!URL.canParse(address)) return ['is not an address'];
  return [
    ...(new URL(address).protocol === 'https:' ? [] : ['is plain http']),
    ...([hostOf(address), ...resolved].some(isInternalHost) ? ['is loopback, private or link-local'] : []),
  ];
}
