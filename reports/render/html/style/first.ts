const css = String.raw;

/** The first screen: verdict, counts, what asks for action, what the verdict rests on. */
export const first = css`
  .head {
    padding-top: clamp(1.25rem, 3vw, 2.25rem);
  }
  .kind {
    color: var(--quiet);
    font-size: 0.95rem;
  }
  h1 {
    font-size: clamp(2rem, 6vw, 2.8rem);
    line-height: 1.15;
    letter-spacing: -0.02em;
    margin: 0.25rem 0 0.4rem;
    display: flex;
    align-items: center;
    gap: 0.35em;
  }
  h1 .shape {
    width: 0.85em;
    height: 0.85em;
  }
  .meaning {
    font-size: 1.15rem;
    max-width: 52rem;
    text-wrap: pretty;
  }
  .aborted {
    margin-top: 1rem;
    padding: 0.75rem 1rem;
    border-left: 4px solid var(--verdict);
    background: var(--raised);
    max-width: 60rem;
  }
  .head .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 2rem;
    margin-top: 0.9rem;
  }
  .head .facts > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.6rem;
  }
  dt {
    color: var(--quiet);
    font-size: 0.85rem;
  }
  .head dt,
  .basis dt {
    font-size: inherit;
  }
  .bar {
    position: sticky;
    top: 0;
    z-index: 2;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1.25rem;
    margin-top: 1.1rem;
    padding: 0.4rem 0;
    background: var(--ground);
    border-bottom: 1px solid var(--strong-line);
  }
  .bar .verdict {
    text-decoration: none;
  }
  .bar .verdict:hover {
    text-decoration: underline;
  }
  .bar .host {
    color: var(--quiet);
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    flex: 1 1 8rem;
  }
  /* What stands right above need not be said again. */
  .bar.resting .verdict,
  .bar.resting .host {
    visibility: hidden;
  }
  .bar .walk {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
  .bar button {
    min-height: 2rem;
    padding: 0.15rem 0.6rem;
  }
  .bar output {
    margin: 0;
  }
  .counts {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: 1px;
    background: var(--line);
    border: 1px solid var(--line);
    border-radius: 6px;
    overflow: hidden;
  }
  .counts li {
    background: var(--ground);
    display: grid;
  }
  .counts li > * {
    padding: 0.7rem 0.9rem;
    display: flex;
    flex-direction: column;
    text-decoration: none;
  }
  .counts a:hover {
    background: var(--raised);
  }
  .counts a:focus-visible {
    outline-offset: -3px;
  }
  .counts a[aria-current] {
    box-shadow: inset 0 -4px 0 var(--verdict);
  }
  .counts .figure {
    font-size: 1.8rem;
    line-height: 1.2;
    font-weight: 600;
    color: var(--verdict);
  }
  .counts .verdict {
    font-size: 0.85rem;
    white-space: nowrap;
  }
  .counts .none {
    --verdict: var(--quiet);
  }
  .counts .none .figure,
  .counts .none .verdict {
    font-weight: 400;
  }
  .attention li {
    display: grid;
    grid-template-columns: 1rem 15rem minmax(0, 1fr);
    gap: 0.75rem;
    padding: 0.45rem 0;
    border-top: 1px solid var(--line);
  }
  .symptom {
    padding-bottom: 0.5rem;
  }
  .attention .more {
    display: block;
  }
  .named summary {
    cursor: pointer;
    color: var(--link);
    width: max-content;
  }
  .attention .named ul {
    columns: 16rem;
    column-gap: 1.5rem;
  }
  .attention .named li {
    display: block;
    border: 0;
    padding: 0.05rem 0;
  }
  .basis .facts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 2.5rem;
  }
  .basis .facts > div {
    display: grid;
    grid-template-columns: 8.2rem minmax(0, 1fr);
    gap: 0.75rem;
    padding: 0.32rem 0;
    border-top: 1px solid var(--line);
  }
  .paper {
    display: none;
  }
`;
