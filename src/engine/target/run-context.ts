import type { Config } from '../../config/types.ts';
import type { ExclusiveSender } from './exclusive.ts';
import type { Api } from './api.ts';
import type { BodyForms } from './body-forms.ts';
import type { Capabilities } from './capabilities.ts';
import type { Creates } from './creates.ts';
import type { Names } from './names.ts';
import type { WidestLists } from './pages.ts';
import type { Population } from './population.ts';

/** State that all checks of a run share. */
export interface RunContext {
  readonly config: Config;
  readonly api: Api;
  readonly names: Names;
  readonly pages: WidestLists;
  readonly creates: Creates;
  readonly population: Population;
  readonly baseline: Capabilities;
  readonly forms: BodyForms;
  readonly solos: ExclusiveSender;
}
