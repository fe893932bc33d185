import type { Variant } from '../define.ts';
import { idVariants } from './ids.ts';

/** Every lawful variant that the reference server can show. */
export const variants: readonly Variant[] = [...idVariants];
