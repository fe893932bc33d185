import { number } from '../../measures.ts';
import { levels, verdictOrder, verdicts } from '../../words.ts';

/** The filter. It is hidden until the script of the page shows it, since it does nothing without one. */
export function Controls({ areas, total }: { readonly areas: readonly string[]; readonly total: number }) {
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
      <Choice name="verdict" label="Verdict" all="All verdicts">
        <option value="fail warn inconclusive">Needs attention</option>
        {verdictOrder.map((verdict) => (
          <option value={verdict}>{verdicts[verdict].word}</option>
        ))}
      </Choice>
      <Choice name="level" label="Level" all="All levels">
        {Object.keys(levels).map((level) => (
          <option value={level}>{level}</option>
        ))}
      </Choice>
      <Choice name="area" label="Area" all="All areas">
        {areas.map((area) => (
          <option value={area}>{area}</option>
        ))}
      </Choice>
      <div class="buttons">
        <button type="reset">Reset</button>
        <button type="button" id="open-all">
          Open all
        </button>
        <button type="button" id="close-all">
          Close all
        </button>
      </div>
      <label class="keys">
        <input type="checkbox" name="keys" checked autocomplete="off" />
        <span>
          Keys: <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> walk the failures
        </span>
      </label>
      <output id="shown">{`${number(total)} of ${number(total)} shown`}</output>
    </form>
  );
}

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <label>
      <span>{props.label}</span>
      <select name={props.name} autocomplete="off">
        <option value="">{props.all}</option>
        {props.children}
      </select>
    </label>
  );
}
