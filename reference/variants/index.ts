import type { Variant } from '../define.ts';
import { accessVariants } from './access.ts';
import { combined } from './combined.ts';
import { entryVariants } from './entry.ts';
import { frontVariants } from './fronts.ts';
import { gatewayVariants } from './gateways.ts';
import { idVariants } from './ids.ts';
import { jsonVariants } from './json.ts';
import { messageVariants } from './messages.ts';
import { refusalVariants } from './refusals.ts';
import { losingVariants, populationVariants, storeVariants } from './stores.ts';
import { wireVariants } from './wire.ts';

const singles: readonly Variant[] = [
  ...idVariants,
  ...storeVariants,
  ...losingVariants,
  ...populationVariants,
  ...refusalVariants,
  ...accessVariants,
  ...entryVariants,
  ...gatewayVariants,
  ...frontVariants,
  ...jsonVariants,
  ...wireVariants,
  ...messageVariants,
];

/** Every lawful variant of the reference server. */
export const variants: readonly Variant[] = [...singles, ...combined(singles)];
