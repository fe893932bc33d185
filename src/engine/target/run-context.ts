import type { Config } from '../../config/types.ts';
import type { Client } from '../../http/types.ts';
import { Api } from './api.ts';
import { BodyEncodingSender } from './body-encodings.ts';
import { Capabilities } from './capabilities.ts';
import { CreateRequestSender } from './creates.ts';
import { ExclusiveSender } from './exclusive.ts';
import type { NameGenerator } from './names.ts';
import { MaxLimitListReader } from './max-limit-lists.ts';
import { Population } from './population.ts';

/** State that all checks of a run share. */
export type RunContext = Readonly<ReturnType<typeof createRunContext>>;

export function createRunContext(config: Config, client: Client, names: NameGenerator) {
  const api = new Api(client, config);
  const pages = new MaxLimitListReader(api);
  const creates = new CreateRequestSender(api, names, pages);
  const population = new Population(api, creates, pages);
  const baseline = new Capabilities(api, population, pages, names);
  const [forms, solos] = [new BodyEncodingSender(), new ExclusiveSender()];
  return { config, api, names, pages, creates, population, baseline, forms, solos };
}
