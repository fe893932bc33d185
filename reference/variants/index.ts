import type { Variant } from '../define.ts';
import { authAndRemovalVariants } from './access.ts';
import { combineVariants } from './combined.ts';
import { validKeyRejectionVariants } from './entry.ts';
import { proxyVariants } from './fronts.ts';
import { gatewayVariants } from './gateways.ts';
import { idVariants } from './ids.ts';
import { jsonVariants } from './json.ts';
import { messageVariants } from './messages.ts';
import { inputHandlingVariants } from './refusals.ts';
import { storeVariants } from './stores.ts';
import { wireVariants } from './wire.ts';

const singles: readonly Variant[] = [
  ...idVariants,
  ...storeVariants,
  ...inputHandlingVariants,
  ...authAndRemovalVariants,
  ...validKeyRejectionVariants,
  ...gatewayVariants,
  ...proxyVariants,
  ...jsonVariants,
  ...wireVariants,
  ...messageVariants,
];

/** Every lawful variant of the reference server. */
export const variants: readonly Variant[] = [...singles, ...combineVariants(singles)];
