import type { ExchangeData } from '../html/exchanges.tsx';

/**
 * The second script of a report page: unpacks all exchanges for the table when it is opened, and shows one in full at
 * `#x926`. The page contains this function as text, so it may use only what browsers provide.
 * @param offerCopy makes a button copy a text
 * @param unpack unpacks compressed JSON
 */
export function exchangesTableScript(
  offerCopy: (button: HTMLButtonElement, code: HTMLElement) => void,
  unpack: (base64: string) => Promise<unknown>,
): void {
  const STEP = 100;
  const fold = document.querySelector<HTMLDetailsElement>('details.exchanges');
  // A run without requests, or `watch` before its first report.
  if (fold === null) return;
  const one = (id: string) => fold.querySelector(`#exchange-${id}`) as HTMLElement;
  const [note, form, place] = [one('note'), one('filter') as HTMLFormElement, one('one')];
  const [table, more, count] = [one('table'), one('more'), one('count')];

  const make = <K extends keyof HTMLElementTagNameMap>(
    name: K,
    text = '',
    inside: readonly Node[] = [],
  ): HTMLElementTagNameMap[K] => {
    const made = document.createElement(name);
    made.append(text, ...inside);
    return made;
  };
  const link = (id: string): HTMLAnchorElement => {
    const made = make('a', id);
    made.href = `#${id}`;
    return made;
  };
  /** Puts each animal of a list on its own line; changes only white space. */
  const laidOut = (text: string): string =>
    text.replace(/"(?:[^"\\]|\\.)*"|\},\s*(?=\{)/gsu, (found) => (found.startsWith('"') ? found : '},\n '));
  const time = (ms: number): string =>
    `${ms < 1000 ? Math.round(ms) : (ms / 1000).toFixed(2)} ${ms < 1000 ? 'ms' : 's'}`;

  /** Returns the exchanges in base64, from the page or from the file next to it. */
  const read = async (): Promise<string> => {
    const inside = document.querySelector<HTMLTemplateElement>('#exchange-data');
    if (inside !== null) return inside.content.textContent;
    const script = make('script');
    script.src = 'report-exchanges.js';
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () =>
        reject(new Error('report-exchanges.js is not in the folder of this page.')),
      );
      document.head.append(script);
    });
    return (globalThis as { petstoreExchanges?: string }).petstoreExchanges ?? '';
  };
  let all: readonly ExchangeData[] = [];
  const load = async (): Promise<void> => {
    all = (await unpack(await read())) as readonly ExchangeData[];
    for (const name of ['operation', 'status', 'check', 'class', 'credential'] as const) {
      const values = [...new Set(all.flatMap((exchange) => exchange[name]))].toSorted();
      form.querySelector(`[name="${name}"]`)?.append(...values.map((value) => new Option(value, value)));
    }
    [note.hidden, form.hidden, table.hidden] = [true, false, false];
  };
  let loading: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    loading ??= load().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : '';
      note.replaceChildren(`The table cannot be shown: ${why} All exchanges are in evidence.har.`);
      throw error;
    });
    return loading;
  };

  const wanted = (): [name: string, value: string][] =>
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value] as [string, string]] : [],
    );
  let [found, drawn] = [all, 0];
  const rowOf = (exchange: ExchangeData): HTMLTableRowElement => {
    const head = make('th', '', [link(exchange.id)]);
    head.scope = 'row';
    const cells = [
      time(exchange.sentAt),
      exchange.asked,
      exchange.status === 'none' ? `no answer: ${exchange.came}` : exchange.came,
      `${time(exchange.durationMs)}${exchange.attempt > 1 ? `, try ${exchange.attempt}` : ''}`,
      exchange.check,
    ];
    return make('tr', '', [head, ...cells.map((text) => make('td', text))]);
  };
  const draw = (): void => {
    table.querySelector('tbody')?.append(...found.slice(drawn, drawn + STEP).map(rowOf));
    drawn = Math.min(found.length, drawn + STEP);
    more.hidden = drawn === found.length;
  };
  const filter = (): void => {
    const { text = '', order, ...same } = Object.fromEntries(wanted());
    const words = text.toLowerCase().split(/\s+/u);
    const fits = (exchange: ExchangeData): boolean => {
      const { id, asked, request, sent, answer, body, check } = exchange;
      const said = [id, check, asked, request, sent, answer, body].join('\n').toLowerCase();
      return (
        Object.entries(same).every(([name, value]) => [exchange[name as 'class']].flat().includes(value)) &&
        words.every((word) => said.includes(word))
      );
    };
    found = all
      .filter(fits)
      .toSorted((a, b) => (order === 'duration' ? b.durationMs - a.durationMs : a.sentAt - b.sentAt));
    drawn = 0;
    table.querySelector('tbody')?.replaceChildren();
    draw();
    count.replaceChildren(`${found.length} of ${all.length} shown`);
  };

  const figure = (caption: string, head: string, body: string): HTMLElement =>
    make('figure', '', [
      make('figcaption', caption),
      make('pre', head),
      ...(body === '' ? [] : [make('pre', laidOut(body))]),
    ]);
  /** Shows one exchange in full, above the table. */
  const show = (exchange: ExchangeData): void => {
    const heading = make('h3', `${exchange.id}: ${exchange.asked}`);
    heading.tabIndex = -1;
    const wire = make('div', '', [
      figure('Request', exchange.request, exchange.sent),
      exchange.status === 'none'
        ? figure('No answer', exchange.came, '')
        : figure('Answer', exchange.answer, exchange.body),
    ]);
    wire.className = 'wire';
    const [line = '', ...notes] = exchange.again;
    const [code, button] = [make('code', line), make('button', 'Copy')];
    button.type = 'button';
    button.ariaLabel = `Copy the curl line for ${exchange.id}`;
    offerCopy(button, code);
    const command = make('div', '', [code, button]);
    command.className = 'command';
    const classes = exchange.class.map((name) => `, class of input: ${name}`).join('');
    const facts = `Check ${exchange.check}${classes}, ${exchange.credential}, sent after ${time(exchange.sentAt)}, took ${time(exchange.durationMs)}.`;
    place.replaceChildren(heading, make('p', facts), wire, command, ...notes.map((text) => make('p', text)));
    place.hidden = false;
    heading.scrollIntoView({ block: 'center' });
    heading.focus({ preventScroll: true });
  };

  const go = (id: string | undefined, query: string | undefined): void => {
    const asked = new URLSearchParams(query);
    if (query !== undefined)
      for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]'))
        field.value = asked.get(field.name) ?? '';
    filter();
    const exchange = all.find((other) => other.id === id);
    place.hidden = true;
    if (exchange === undefined) fold.scrollIntoView({ block: 'start' });
    else show(exchange);
  };
  /** Applies the URL's hash: `#x926`, or `#exchanges?operation=list&status=200`. */
  const follow = (): void => {
    const hash = location.hash.slice(1);
    const [, id] = /^(x\d+)(?:&|$)/u.exec(hash) ?? [];
    const [, query] = /^exchanges\?(.*)$/u.exec(hash) ?? [];
    if (id === undefined && query === undefined) return;
    fold.open = true;
    void ready().then(
      () => go(id, query),
      () => undefined,
    );
  };
  const changed = (): void => {
    filter();
    const query = new URLSearchParams(wanted()).toString();
    history.replaceState(null, '', `#exchanges${query === '' ? '' : `?${query}`}`);
  };
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(changed));
  more.addEventListener('click', draw);
  fold.addEventListener('toggle', () => {
    if (fold.open && drawn === 0) void ready().then(filter, () => undefined);
  });
  // Turns the exchange ids on the page into links.
  for (const name of document.querySelectorAll('.xid')) {
    const id = name.textContent;
    if (/^x\d+$/u.test(id) && name.closest('summary') === null) name.replaceChildren(link(id));
  }
  addEventListener('hashchange', follow);
  follow();
}
