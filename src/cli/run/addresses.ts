import { lookup } from 'node:dns/promises';
import type { Report } from '../../../reports/model.ts';
import { safeLine } from '../../../reports/text.ts';
import { addressRisks, hostOf } from '../../base/addresses.ts';
import { settings, type Flags } from '../../config/settings.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';

/** Which addresses of another person's report a command may judge. */
export interface AddressPermissions {
  readonly addressesOfReport?: boolean;
  readonly allowAnyAddress?: boolean;
}

const NAMES = ['baseUrl', 'messagesUrl'] as const;

/**
 * Returns the addresses of the report that the command will judge, and send the key to, unless the flags name addresses.
 * @param show prints a line for each address taken from the report
 * @throws UsageError if an address is needed but --addresses-of-report is not given, or the address is unsafe
 */
export async function addressesFromReport(
  { target }: Pick<Report, 'target'>,
  flags: Flags,
  { addressesOfReport, allowAnyAddress }: AddressPermissions,
  show: (line: string) => void,
): Promise<Flags> {
  const taken = NAMES.filter((name) => flags[name] === undefined && target[name] !== null);
  const address = (name: (typeof NAMES)[number]): string => String(flags[name] ?? target[name] ?? '');
  if (addressesOfReport !== true && taken.length > 0) {
    throw new UsageError(
      taken.map(
        (name) =>
          `The report is about ${quotedValue(address(name))}: give the address to judge with ${settings[name].flag}, or use the address of the report with --addresses-of-report.`,
      ),
    );
  }
  for (const name of taken) show(`Address of the report: ${settings[name].flag} ${safeLine(address(name))}`);
  const addresses = Object.fromEntries(taken.map((name) => [name, address(name)]));
  if (allowAnyAddress === true) return addresses;
  const problems = await Promise.all(
    taken.map(async (name) =>
      (await risksOf(address(name), NAMES.map(address))).map(
        (risk) =>
          `The address ${quotedValue(address(name))} of the report ${risk}: name it with ${settings[name].flag}, or give --allow-any-address.`,
      ),
    ),
  );
  if (problems.flat().length > 0) throw new UsageError(problems.flat());
  return addresses;
}

/** Returns reasons not to send a key to an address of a foreign report, each a phrase that continues "The address ...". */
async function risksOf(address: string, both: readonly string[]): Promise<readonly string[]> {
  if (!URL.canParse(address)) return addressRisks(address);
  // If the name does not resolve, the kit cannot connect to the host, so it cannot send the key there.
  const found = await lookup(hostOf(address), { all: true }).catch(() => []);
  const origins = new Set(both.filter((one) => URL.canParse(one)).map((one) => new URL(one).origin));
  const risks = addressRisks(
    address,
    found.map((one) => one.address),
  );
  return origins.size > 1
    ? [...risks, 'has an origin that differs from the origin of the other address']
    : risks;
}
