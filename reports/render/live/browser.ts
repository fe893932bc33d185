import type { CopyButtons } from '../html/copy-buttons.ts';

/**
 * The script of the page that lives: it puts in what the server sends, calls for another round, and copies. It is put into
 * the document as text, so it may use nothing but what a browser has.
 */
export function liveBrowser(copyButtons: CopyButtons): void {
  const gone = document.querySelector<HTMLElement>('#gone');
  const status = document.querySelector<HTMLElement>('#status');

  const said = document.querySelector<HTMLElement>('#said');
  const title = () => {
    const { title: text, phase } = status?.querySelector<HTMLElement>('[data-title]')?.dataset ?? {};
    if (text === undefined) return;
    document.title = text;
    // Whoever does not see the page hears how a round ended, and not each check of it.
    if (phase === 'idle' && said !== null && said.textContent !== text) said.textContent = text;
  };

  /** What somebody has opened stays open, though the part around it is another. */
  const keyOf = (details: HTMLDetailsElement): string => {
    const row = details.closest('[data-row]')?.querySelector('.body')?.id ?? '';
    const all = [...(details.closest('[data-row]')?.querySelectorAll('details') ?? [])];
    return `${row} ${all.indexOf(details)}`;
  };

  const put = (id: string, html: string) => {
    const part = document.getElementById(id);
    if (part === null) return;
    const known = new Map([...part.querySelectorAll('details')].map((one) => [keyOf(one), one.open]));
    const focused = part.contains(document.activeElement) ? document.activeElement : null;
    const place = focused === null ? -1 : [...part.querySelectorAll('a, button, summary')].indexOf(focused);
    part.innerHTML = html;
    for (const one of part.querySelectorAll('details')) one.open = known.get(keyOf(one)) ?? one.open;
    const next = [...part.querySelectorAll<HTMLElement>('a, button, summary')][place];
    next?.focus({ preventScroll: true });
    copyButtons(part);
  };

  const show = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      return;
    }
    const details = document.getElementById(id)?.closest<HTMLElement>('[data-row]')?.querySelector('details');
    if (details === null || details === undefined) return;
    details.open = true;
    details.scrollIntoView({ block: 'start' });
  };

  const news = new EventSource('events');
  news.addEventListener('open', () => gone?.setAttribute('hidden', ''));
  news.addEventListener('error', () => gone?.removeAttribute('hidden'));
  news.addEventListener('parts', (event: MessageEvent<string>) => {
    const parts = JSON.parse(event.data) as Record<string, string>;
    for (const [id, html] of Object.entries(parts)) put(id, html);
    title();
  });

  const again = () => void fetch('again', { method: 'POST' }).catch(() => undefined);
  const button = document.querySelector<HTMLButtonElement>('#again');
  button?.removeAttribute('hidden');
  button?.addEventListener('click', again);
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    if (target instanceof HTMLElement && target.matches('input, select, textarea')) return;
    if (event.key === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey) again();
  });
  addEventListener('hashchange', show);
  copyButtons(document);
  title();
  show();
}
