import type { CopyButtons } from './copy-buttons.ts';

/**
 * The script of the page: filter, search, the walk over the failures, deep links, copy buttons, print. It is put into the
 * document as text, so it may use nothing but what a browser has. The page holds everything without it.
 */
export function browser(copyButtons: CopyButtons): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')];
  const tiles = [...document.querySelectorAll<HTMLAnchorElement>('[data-filter]')];
  const form = document.querySelector<HTMLFormElement>('#filter');
  const shown = document.querySelector<HTMLOutputElement>('#shown');
  const detailsOf = (row: Element) => row.querySelector('details');
  const fields = ['text', 'verdict', 'level', 'area'];

  // Bodies and ids of exchanges are in it too; read when somebody searches.
  const texts = new Map<Element, string>();
  const textOf = (row: Element): string => {
    const text = texts.get(row) ?? row.textContent.toLowerCase();
    texts.set(row, text);
    return text;
  };

  const valueOf = (name: string): string => {
    const given = form === null ? null : new FormData(form).get(name);
    return typeof given === 'string' ? given : '';
  };

  /** The row that the address names, and the filter that it holds: `#list.success&verdict=fail`. */
  const address = (): { id: string; filter: URLSearchParams } => {
    const parts = location.hash.slice(1).split('&');
    const named = parts.filter((part) => !part.includes('=')).join('&');
    let id = named;
    try {
      id = decodeURIComponent(named);
    } catch {
      // What is no percent-encoding names nothing here.
    }
    return { id, filter: new URLSearchParams(parts.filter((part) => part.includes('=')).join('&')) };
  };

  const write = (id: string) => {
    const filter = new URLSearchParams();
    for (const name of fields) if (valueOf(name) !== '') filter.set(name, valueOf(name));
    const hash = [id, filter.toString()].filter((part) => part !== '').join('&');
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };

  const filter = () => {
    const verdicts = valueOf('verdict').split(' ');
    const words = valueOf('text').toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of rows) {
      const { verdict = '', level = '', area = '' } = row.dataset;
      row.hidden = !(
        (valueOf('verdict') === '' || verdicts.includes(verdict)) &&
        (valueOf('level') === '' || valueOf('level') === level) &&
        (valueOf('area') === '' || valueOf('area') === area) &&
        words.every((word) => word === '' || textOf(row).includes(word))
      );
      if (!row.hidden) count += 1;
    }
    for (const section of sections)
      section.hidden = section.querySelector('[data-row]:not([hidden])') === null;
    for (const tile of tiles) {
      if (tile.dataset['filter'] === valueOf('verdict')) tile.setAttribute('aria-current', 'true');
      else tile.removeAttribute('aria-current');
    }
    if (shown !== null) shown.textContent = `${count} of ${rows.length} shown`;
  };

  const set = (wanted: URLSearchParams) => {
    for (const name of fields) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = wanted.get(name) ?? '';
    }
    filter();
  };

  const show = (row: HTMLElement) => {
    if (row.hidden) set(new URLSearchParams());
    const details = detailsOf(row);
    if (details !== null) details.open = true;
    row.scrollIntoView({ block: 'start' });
    row.querySelector('summary')?.focus({ preventScroll: true });
  };

  const follow = () => {
    const { id, filter: wanted } = address();
    if (wanted.size > 0) set(wanted);
    const row = document.getElementById(id)?.closest<HTMLElement>('[data-row]');
    if (row !== null && row !== undefined) show(row);
    // A link in the page names a row alone; the filter stays in force, and in the address.
    if (form !== null && fields.some((name) => valueOf(name) !== '')) write(id);
  };

  const failures = rows.filter((row) => row.dataset['verdict'] === 'fail');
  const walked = document.querySelector<HTMLOutputElement>('#walked');
  let at = -1;
  const walk = (step: number) => {
    if (failures.length === 0) return;
    at = at < 0 ? (step > 0 ? 0 : failures.length - 1) : (at + step + failures.length) % failures.length;
    const row = failures[at];
    if (row === undefined) return;
    const id = row.querySelector('.body')?.id ?? '';
    show(row);
    write(id);
    if (walked !== null) walked.textContent = `Failure ${at + 1} of ${failures.length}: ${id}`;
  };
  document.querySelector('#next')?.addEventListener('click', () => walk(1));
  document.querySelector('#previous')?.addEventListener('click', () => walk(-1));
  document.querySelector('#walk')?.removeAttribute('hidden');

  const head = document.querySelector('.head');
  const bar = document.querySelector('.bar');
  if (head !== null && bar !== null) {
    new IntersectionObserver(([entry]) => {
      bar.classList.toggle('resting', entry?.isIntersecting === true);
    }).observe(head);
  }

  const setAll = (open: boolean) => {
    for (const row of rows) {
      const details = detailsOf(row);
      if (details !== null && !row.hidden) details.open = open;
    }
  };

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('input', () => {
      filter();
      write('');
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => {
      // The fields are empty only after the event.
      setTimeout(() => {
        filter();
        write('');
      });
    });
  }
  document.querySelector('#open-all')?.addEventListener('click', () => setAll(true));
  document.querySelector('#close-all')?.addEventListener('click', () => setAll(false));
  for (const tile of tiles) {
    tile.addEventListener('click', (event) => {
      event.preventDefault();
      const verdict = tile.dataset['filter'] ?? '';
      // A second time takes it back.
      set(new URLSearchParams(valueOf('verdict') === verdict ? {} : { verdict }));
      write('');
      document.querySelector('#requirements')?.scrollIntoView({ block: 'start' });
    });
  }

  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const typing =
      target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), select, textarea');
    if (typing || event.ctrlKey || event.metaKey || event.altKey || valueOf('keys') === '') return;
    if (event.key === 'j') walk(1);
    else if (event.key === 'k') walk(-1);
    else if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLInputElement>('#filter input[name="text"]')?.focus();
    }
  });

  copyButtons(document);

  // On paper: failures in full, whatever is open on the screen; all else stands in the list after them.
  let before: readonly (readonly [HTMLDetailsElement, boolean])[] | undefined;
  addEventListener('beforeprint', () => {
    before ??= failures.flatMap((row) => {
      const details = detailsOf(row);
      return details === null ? [] : [[details, details.open] as const];
    });
    for (const [details] of before) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const [details, open] of before ?? []) details.open = open;
    before = undefined;
  });

  addEventListener('hashchange', follow);
  // A link to what the address already names changes no hash.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (
      link !== null &&
      link.dataset['filter'] === undefined &&
      link.hash !== '' &&
      link.hash === location.hash
    )
      follow();
  });
  follow();
}
