/**
 * The script of the pages: copy buttons, links to rows, and what a page has of filter and walk over the failures. It is put into the document as text, so it may use nothing but what a browser has. A report holds
 * everything without it.
 */
export function browser(): void {
  const all = <E extends HTMLElement>(selector: string, root: ParentNode = document) => [
    ...root.querySelectorAll<E>(selector),
  ];
  const one = (selector: string) => document.querySelector<HTMLElement>(selector);
  const hear = (selector: string, does: () => void) => one(selector)?.addEventListener('click', does);
  const detailsOf = (row: Element) => row.querySelector('details');
  const failures = () => all('[data-row][data-verdict="fail"]');

  // Each copies the text of what stands before it, or selects it where nothing may be copied.
  for (const button of all('[data-copy]')) {
    const code = button.previousElementSibling;
    if (!(code instanceof HTMLElement)) continue;
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
      // A page that was not loaded over a trusted connection has no clipboard, whatever its types say.
      if (navigator.clipboard === undefined) select();
      else navigator.clipboard.writeText(code.textContent ?? '').then(() => say('Copied'), select);
    });
  }

  // The filter. Bodies and ids of exchanges are searched too.
  const rows = all('[data-row]');
  const tiles = all('[data-filter]');
  const form = document.querySelector<HTMLFormElement>('#filter');
  const valueOf = (name: string): string => {
    const given = form === null ? null : new FormData(form).get(name);
    return typeof given === 'string' ? given : '';
  };
  const filter = () => {
    const [wanted, level, area] = ['verdict', 'level', 'area'].map(valueOf);
    const words = valueOf('text').toLowerCase().split(/\s+/);
    for (const row of rows) {
      const { verdict = '', ...of } = row.dataset;
      row.hidden = !(
        (wanted === '' || wanted?.split(' ').includes(verdict) === true) &&
        (level === '' || level === of['level']) &&
        (area === '' || area === of['area']) &&
        words.every((word) => row.textContent.toLowerCase().includes(word))
      );
    }
    for (const section of all('[data-section]'))
      section.hidden = section.querySelector('[data-row]:not([hidden])') === null;
    for (const tile of tiles) {
      if (tile.dataset['filter'] === wanted) tile.setAttribute('aria-current', 'true');
      else tile.removeAttribute('aria-current');
    }
    const shown = one('#shown');
    const count = rows.filter((row) => !row.hidden).length;
    if (shown !== null) shown.textContent = `${count} of ${rows.length} shown`;
  };
  const fields = ['text', 'verdict', 'level', 'area'];
  const set = (wanted: URLSearchParams) => {
    for (const name of fields) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = wanted.get(name) ?? '';
    }
    filter();
  };

  /** Puts a row and the filter into the address: `#list.success&verdict=fail`. */
  const write = (id: string) => {
    const held = fields.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== '');
    const hash = [id, new URLSearchParams(held).toString()].filter((part) => part !== '').join('&');
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };
  const show = (row: HTMLElement) => {
    if (row.hidden) set(new URLSearchParams());
    const details = detailsOf(row);
    if (details !== null) details.open = true;
    row.scrollIntoView({ block: 'start' });
    row.querySelector('summary')?.focus({ preventScroll: true });
  };
  /** Goes by what the address says. */
  const follow = () => {
    const parts = location.hash.slice(1).split('&');
    const wanted = new URLSearchParams(parts.filter((part) => part.includes('=')).join('&'));
    let id = parts.filter((part) => !part.includes('=')).join('&');
    try {
      id = decodeURIComponent(id);
    } catch {
      // What is no percent-encoding names nothing here.
    }
    if (wanted.size > 0) set(wanted);
    const row = document.getElementById(id)?.closest<HTMLElement>('[data-row]');
    if (row !== null && row !== undefined) show(row);
    // A link in the page names a row alone; the filter stays in force, and in the address.
    if (fields.some((name) => valueOf(name) !== '')) write(id);
  };

  let at = -1;
  const walk = (step: number) => {
    const failed = failures();
    at = at < 0 && step < 0 ? failed.length - 1 : (at + step + failed.length) % failed.length;
    const row = failed[at];
    if (row === undefined) return;
    const id = row.querySelector('.body')?.id ?? '';
    show(row);
    write(id);
    const walked = one('#walked');
    const name = document.createElement('span');
    name.textContent = `: ${id}`;
    walked?.replaceChildren(`Failure ${at + 1} of ${failed.length}`, name);
  };
  const setAll = (open: boolean) => {
    for (const details of rows.map(detailsOf))
      if (details !== null && details.closest('[hidden]') === null) details.open = open;
  };

  const keys: Record<string, () => void> = {};
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const typing =
      target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
    const does = keys[event.key];
    if (does === undefined || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (form !== null && valueOf('keys') === '') return;
    event.preventDefault();
    does();
  });

  if (form !== null) {
    const changed = () => {
      filter();
      write('');
    };
    form.hidden = false;
    form.addEventListener('input', changed);
    form.addEventListener('submit', (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener('reset', () => setTimeout(changed));
    hear('#open-all', () => setAll(true));
    hear('#close-all', () => setAll(false));
    hear('#next', () => walk(1));
    hear('#previous', () => walk(-1));
    one('#walk')?.removeAttribute('hidden');
    keys['j'] = () => walk(1);
    keys['k'] = () => walk(-1);
    keys['/'] = () => one('#filter [name="text"]')?.focus();
    for (const tile of tiles) {
      tile.addEventListener('click', (event) => {
        event.preventDefault();
        const verdict = tile.dataset['filter'] ?? '';
        // A second time takes it back.
        set(new URLSearchParams(valueOf('verdict') === verdict ? {} : { verdict }));
        write('');
        one('#requirements')?.scrollIntoView({ block: 'start' });
      });
    }
  }

  const bar = one('.bar');
  const head = one('.head');
  if (bar !== null && head !== null) {
    const look = ([entry]: IntersectionObserverEntry[]) =>
      void bar.classList.toggle('resting', entry?.isIntersecting === true);
    new IntersectionObserver(look).observe(head);
  }

  addEventListener('hashchange', follow);
  // A link to what the address already names changes no hash.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && !tiles.includes(link) && link.hash !== '' && link.hash === location.hash) follow();
  });
  follow();
}
