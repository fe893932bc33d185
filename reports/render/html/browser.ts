/**
 * The script of the page: filter, deep links, copy buttons, print. It is put into the document as text, so it may use
 * nothing but what a browser has. The page holds everything without it.
 */
export function browser(): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')];
  const form = document.querySelector<HTMLFormElement>('#filter');
  const shown = document.querySelector<HTMLOutputElement>('#shown');
  const detailsOf = (row: Element) => row.querySelector('details');

  const texts = new Map(
    rows.map((row) => [
      row,
      [...row.querySelectorAll('summary > *, .reason')]
        .map((part) => part.textContent)
        .join(' ')
        .toLowerCase(),
    ]),
  );

  const filter = () => {
    if (form === null) return;
    const wanted = new FormData(form);
    const value = (name: string) => {
      const given = wanted.get(name);
      return typeof given === 'string' ? given : '';
    };
    const verdicts = value('verdict').split(' ');
    const words = value('text').toLowerCase().split(/\s+/);
    let count = 0;
    for (const row of rows) {
      const { verdict = '', level = '', area = '' } = row.dataset;
      const text = texts.get(row) ?? '';
      row.hidden = !(
        (value('verdict') === '' || verdicts.includes(verdict)) &&
        (value('level') === '' || value('level') === level) &&
        (value('area') === '' || value('area') === area) &&
        words.every((word) => text.includes(word))
      );
      if (!row.hidden) count += 1;
    }
    for (const section of sections)
      section.hidden = section.querySelector('[data-row]:not([hidden])') === null;
    if (shown !== null) shown.textContent = `${count} of ${rows.length} shown`;
  };

  const follow = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // A hash that is no percent-encoding names nothing here.
    }
    const row = document.getElementById(id)?.closest<HTMLElement>('[data-row]');
    if (row === null || row === undefined) return;
    if (row.hidden) {
      form?.reset();
      filter();
    }
    const details = detailsOf(row);
    if (details !== null) details.open = true;
    row.scrollIntoView({ block: 'start' });
    row.querySelector('summary')?.focus({ preventScroll: true });
  };

  const setAll = (open: boolean) => {
    for (const row of rows) {
      const details = detailsOf(row);
      if (details !== null && !row.hidden) details.open = open;
    }
  };

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('input', filter);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('reset', () => {
      // The fields are empty only after the event.
      setTimeout(filter);
    });
  }
  document.querySelector('#open-all')?.addEventListener('click', () => setAll(true));
  document.querySelector('#close-all')?.addEventListener('click', () => setAll(false));

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const code = button.previousElementSibling;
    if (code === null) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      const say = (word: string) => {
        button.textContent = word;
        setTimeout(() => (button.textContent = 'Copy'), 2000);
      };
      const select = () => {
        getSelection()?.selectAllChildren(code);
        say('Selected');
      };
      if (navigator.clipboard === undefined) select();
      else navigator.clipboard.writeText(code.textContent ?? '').then(() => say('Copied'), select);
    });
  }

  // On paper: failures in full, all else as the table alone, whatever is open on the screen.
  let before: readonly (readonly [HTMLDetailsElement, boolean])[] | undefined;
  addEventListener('beforeprint', () => {
    before ??= rows.flatMap((row) => {
      const details = detailsOf(row);
      return details === null ? [] : [[details, details.open] as const];
    });
    for (const [details] of before) details.open = details.closest('[data-verdict="fail"]') !== null;
  });
  addEventListener('afterprint', () => {
    for (const [details, open] of before ?? []) details.open = open;
    before = undefined;
  });

  addEventListener('hashchange', follow);
  // A link to what the address already names changes no hash.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && link.hash !== '' && link.hash === location.hash) follow();
  });
  follow();
}
