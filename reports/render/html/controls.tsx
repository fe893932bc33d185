import { number } from '../../measures.ts';
import { levels, verdictOrder, verdicts } from '../../words.ts';

/** The filter. It is hidden until the script of the page shows it, since it does nothing without one. */
export function controls(areas: readonly string[], total: number) {
  const choices: Record<string, readonly (readonly [value: string, text: string])[]> = {
    Verdict: [
      ['fail warn inconclusive', 'Needs attention'],
      ...verdictOrder.map((verdict) => [verdict, verdicts[verdict].word] as const),
    ],
    Level: Object.keys(levels).map((level) => [level, level]),
    Area: areas.map((area) => [area, area]),
  };
  return (
    <form id="filter" class="filter" role="search" aria-label="Filter the requirements" hidden>
      <label>
        <span>Search</span>
        <input
          type="search"
          name="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="limit, 401, get.…"
        />
      </label>
      {Object.entries(choices).map(([label, options]) => (
        <label>
          <span>{label}</span>
          <select name={label.toLowerCase()} autocomplete="off">
            <option value="">All {label.toLowerCase()}s</option>
            {options.map(([value, text]) => (
              <option value={value}>{text}</option>
            ))}
          </select>
        </label>
      ))}
      <div class="aside">
        <button type="reset">Reset</button>
        <button type="button" id="open-all">
          Open all
        </button>
        <button type="button" id="close-all">
          Close all
        </button>
      </div>
      <label class="aside">
        <input type="checkbox" name="keys" checked autocomplete="off" />
        <span>
          Keys: <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> walk the failures
        </span>
      </label>
      <output id="shown">{`${number(total)} of ${number(total)} shown`}</output>
    </form>
  );
}
