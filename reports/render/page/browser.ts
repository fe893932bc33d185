/** Makes a button copy the text of an element, or select it if copying is not allowed. */
export function enableCopyButton(button: HTMLButtonElement, code: HTMLElement): void {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', () => {
    const say = (word: string) => {
      button.textContent = word;
      setTimeout(() => (button.textContent = label), 2000);
    };
    const select = () => {
      code.hidden = false;
      getSelection()?.selectAllChildren(code);
      say('Selected');
    };
    // Without a secure context there is no clipboard, although the type says so.
    if (navigator.clipboard === undefined) select();
    else navigator.clipboard.writeText(code.textContent).then(() => say('Copied'), select);
  });
}

/** Unpacks JSON that `packJson` compressed. */
export async function unpackJson(base64: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}

/**
 * The script of a report page: copy buttons, links, the filter and the way from failure to failure. The page contains this
 * function as text, so it may use only what browsers provide. The report is complete without it.
 * @param offer makes a button copy a text
 * @param unpack unpacks compressed JSON
 */
export function reportPageScript(offer: typeof enableCopyButton, unpack: typeof unpackJson): void {
  const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const one = (selector: string) => document.querySelector<HTMLElement>(selector);
  const onClick = (selector: string, does: () => void) => one(selector)?.addEventListener('click', does);
  const detailsOf = (row: Element) => row.querySelector('details');
  const rows = all('[data-row]');
  const tiles = all('[data-filter]');

  const offerCopies = (selector: string): void => {
    for (const button of all<HTMLButtonElement>(selector)) {
      const code = button.previousElementSibling;
      if (code instanceof HTMLElement) offer(button, code);
    }
  };
  offerCopies('code + [data-copy]');

  const packed = document.querySelector<HTMLTemplateElement>('#copy-texts');
  const fillCopyTexts = async (base64: string): Promise<void> => {
    const texts = (await unpack(base64)) as Readonly<Record<string, string>>;
    for (const code of all('[data-text]')) code.textContent = texts[code.dataset['text'] ?? ''] ?? '';
    offerCopies('pre + [data-copy]');
  };
  // A browser that cannot unpack the texts shows no button for them.
  if (packed !== null) fillCopyTexts(packed.content.textContent).catch(() => undefined);

  const form = document.querySelector<HTMLFormElement>('#filter');
  // The page that `watch` shows before its first report has no filter.
  if (form === null) return;

  const fields = all<HTMLSelectElement>('#filter select');
  const filters = () => fields.map(({ name, value }) => [name, value]).filter(([, value]) => value !== '');

  /** Shows the rows that match the filters. */
  const filter = () => {
    const { verdict = '', ...same } = Object.fromEntries(filters()) as Record<string, string>;
    for (const row of rows) {
      row.hidden = !(
        (verdict === '' || verdict.split(' ').includes(row.dataset['verdict'] ?? '')) &&
        Object.entries(same).every(([name, value]) => row.dataset[name] === value)
      );
    }
    for (const section of all('[data-section]'))
      section.hidden = section.querySelector('[data-row]:not([hidden])') === null;
    for (const tile of tiles) {
      if (tile.dataset['filter'] === verdict) tile.setAttribute('aria-current', 'true');
      else tile.removeAttribute('aria-current');
    }
    const shown = `${rows.filter((row) => !row.hidden).length} of ${rows.length} shown`;
    one('#shown')?.replaceChildren(shown);
  };
  const set = (wanted: URLSearchParams) => {
    for (const field of fields) field.value = wanted.get(field.name) ?? '';
    filter();
  };

  /** Puts a row and the filters into the URL's hash: `#list.success&verdict=fail`. */
  const write = (id: string) => {
    const hash = [id, new URLSearchParams(filters()).toString()].filter((part) => part !== '').join('&');
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };
  const show = (row: HTMLElement) => {
    if (row.hidden) set(new URLSearchParams());
    const details = detailsOf(row);
    if (details !== null) details.open = true;
    row.scrollIntoView({ block: 'start' });
    row.querySelector('summary')?.focus({ preventScroll: true });
  };
  /** Applies the URL's hash: sets the filters, and shows the row. */
  const follow = () => {
    const parts = location.hash.slice(1).split('&');
    const wanted = new URLSearchParams(parts.filter((part) => part.includes('=')).join('&'));
    let id = parts.filter((part) => !part.includes('=')).join('&');
    try {
      id = decodeURIComponent(id);
    } catch {
      // A hash with invalid percent-encoding names no row.
    }
    if (wanted.size > 0) set(wanted);
    const row = document.getElementById(id)?.closest<HTMLElement>('[data-row]');
    if (row !== null && row !== undefined) show(row);
    // A link in the page has only the id of a row in its hash, so the current filters are added to the hash again.
    if (filters().length > 0) write(id);
  };

  let at = -1;
  const walk = (step: number) => {
    const failed = all('[data-row][data-verdict="fail"]');
    at = at < 0 && step < 0 ? failed.length - 1 : (at + step + failed.length) % failed.length;
    const row = failed[at];
    if (row === undefined) return;
    const id = row.querySelector('.body')?.id ?? '';
    show(row);
    write(id);
    const name = document.createElement('span');
    name.textContent = `: ${id}`;
    one('#walked')?.replaceChildren(`Failure ${at + 1} of ${failed.length}`, name);
  };
  const setAll = (open: boolean) => {
    for (const details of rows.map(detailsOf))
      if (details !== null && details.closest('[hidden]') === null) details.open = open;
  };
  const changed = () => {
    filter();
    write('');
  };

  form.hidden = false;
  form.addEventListener('input', changed);
  form.addEventListener('submit', (event) => event.preventDefault());
  // The browser resets the fields only after the reset event, so the handler runs later.
  form.addEventListener('reset', () => setTimeout(changed));
  onClick('#open-all', () => setAll(true));
  onClick('#close-all', () => setAll(false));
  onClick('#next', () => walk(1));
  onClick('#previous', () => walk(-1));
  one('#walk')?.removeAttribute('hidden');
  for (const tile of tiles) {
    tile.addEventListener('click', (event) => {
      event.preventDefault();
      const { filter: verdict = '' } = tile.dataset;
      // A second click on a tile removes its filter.
      set(new URLSearchParams(tile.hasAttribute('aria-current') ? {} : { verdict }));
      write('');
      one('#requirements')?.scrollIntoView({ block: 'start' });
    });
  }

  const steps: Record<string, number> = { j: 1, k: -1 };
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const typing =
      target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
    const step = steps[event.key];
    const isOff = one('#filter [name="keys"]:checked') === null;
    if (step === undefined || isOff || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    walk(step);
  });

  const [bar, head] = [one('.bar'), one('.head')];
  if (bar !== null && head !== null) {
    const look = ([entry]: IntersectionObserverEntry[]) =>
      void bar.classList.toggle('resting', entry?.isIntersecting === true);
    new IntersectionObserver(look).observe(head);
  }

  addEventListener('hashchange', follow);
  // A link to the current hash causes no hashchange event.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && !tiles.includes(link) && link.hash !== '' && link.hash === location.hash) follow();
  });
  follow();
}
