import type { Config } from '../../config/types.ts';
import type { ExclusiveSender } from './exclusive.ts';
import type { Api } from './api.ts';
import type { BodyFormSender } from './body-forms.ts';
import type { Capabilities } from './capabilities.ts';
import type { CreateSender } from './creates.ts';
import type { NameGenerator } from './names.ts';
import type { WidestLists } from './pages.ts';
import type { Population } from './population.ts';

/** State that all checks of a run share. */
export interface RunContext {
  readonly config: Config;
  readonly api: Api;
  readonly names: NameGenerator;
  readonly pages: WidestLists;
  readonly creates: CreateSender;
  readonly population: Population;
  readonly baseline: Capabilities;
  readonly forms: BodyFormSender;
  readonly solos: ExclusiveSender;
}
