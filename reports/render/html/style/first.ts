const css = String.raw;

/** The first screen: verdict, facts, counts, what asks for action. */
export const first = css`
  .head {
    padding-top: clamp(1.5rem, 4vw, 3rem);
  }
  .kind {
    color: var(--quiet);
    font-size: 0.95rem;
  }
  h1 {
    font-size: clamp(2rem, 6vw, 3.1rem);
    line-height: 1.15;
    letter-spacing: -0.02em;
    margin: 0.25rem 0 0.5rem;
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
    gap: 0.9rem 2.5rem;
    margin-top: 1.5rem;
    padding-top: 1.1rem;
    border-top: 1px solid var(--line);
  }
  dt {
    color: var(--quiet);
    font-size: 0.85rem;
  }
  .profiles {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
  }
  .first {
    display: grid;
    grid-template-columns: minmax(0, 4fr) minmax(0, 7fr);
    gap: 2.5rem;
    margin-top: 2rem;
  }
  .counts {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 1px;
    background: var(--line);
    border: 1px solid var(--line);
    border-radius: 6px;
    overflow: hidden;
  }
  .counts li {
    background: var(--ground);
    padding: 0.8rem 0.9rem;
    display: flex;
    flex-direction: column;
  }
  .counts .figure {
    font-size: 1.9rem;
    line-height: 1.2;
    font-weight: 600;
    color: var(--verdict);
  }
  .counts .verdict {
    font-size: 0.85rem;
  }
  .counts .none {
    --verdict: var(--quiet);
  }
  .counts .none .figure,
  .counts .none .verdict {
    font-weight: 400;
  }
  .basis .facts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: 2rem;
  }
  .basis .facts > div {
    display: grid;
    grid-template-columns: 8.2rem minmax(0, 1fr);
    gap: 0.75rem;
    padding: 0.32rem 0;
    border-top: 1px solid var(--line);
  }
  .basis dt {
    font-size: inherit;
  }
  .attention li {
    display: grid;
    grid-template-columns: 1rem 15rem minmax(0, 1fr);
    gap: 0.75rem;
    padding: 0.45rem 0;
    border-top: 1px solid var(--line);
  }
  .attention .more {
    display: block;
  }
`;
