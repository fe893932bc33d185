const css = String.raw;

/** The filter and the requirement table. */
export const table = css`
  .filter {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.75rem;
    padding: 0.85rem 1rem;
    background: var(--raised);
    border-radius: 6px;
  }
  .filter input {
    width: 10.5rem;
  }
  .filter label {
    display: grid;
    gap: 0.2rem;
    font-size: 0.85rem;
    color: var(--quiet);
  }
  input,
  select,
  button {
    font: inherit;
    font-size: 0.95rem;
    color: var(--ink);
    background: var(--ground);
    border: 1px solid var(--strong-line);
    border-radius: 4px;
    padding: 0.35rem 0.6rem;
    min-height: 2.25rem;
    max-width: 100%;
  }
  ::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  button {
    cursor: pointer;
  }
  button:hover {
    border-color: var(--ink);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  output {
    margin-left: auto;
    align-self: center;
    color: var(--quiet);
  }
  .filter .keys {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2.25rem;
  }
  .keys input {
    min-height: auto;
    width: auto;
  }
  kbd {
    font: inherit;
    border: 1px solid var(--strong-line);
    border-radius: 3px;
    padding: 0 0.3em;
  }
  .area {
    margin-top: 1.75rem;
  }
  .areahead {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.75rem;
    margin-bottom: 0.35rem;
  }
  h3 {
    font-size: 1.05rem;
  }
  .areahead p {
    color: var(--quiet);
    font-size: 0.9rem;
  }
  .columnnames,
  .row > details > summary {
    display: grid;
    grid-template-columns: 7.5rem minmax(0, 1fr) 5.5rem 13rem 1rem;
    gap: 0 1rem;
  }
  .columnnames {
    color: var(--quiet);
    font-size: 0.8rem;
    padding: 0.2rem 0.75rem;
    border-bottom: 1px solid var(--strong-line);
  }
  .row {
    border-bottom: 1px solid var(--line);
    scroll-margin-top: 4rem;
  }
  .row:has(:target) > details > summary {
    background: var(--raised);
  }
  .row > details > summary {
    padding: 0.5rem 0.75rem;
    cursor: pointer;
    list-style: none;
    align-items: baseline;
  }
  .row > details > summary::-webkit-details-marker {
    display: none;
  }
  .row > details > summary::after {
    content: '';
    grid-column: 5;
    grid-row: 1;
    justify-self: end;
    width: 0.45rem;
    height: 0.45rem;
    border: solid var(--quiet);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }
  .row > details[open] > summary::after {
    transform: rotate(-135deg);
  }
  /* What is open says it in full below. */
  .row > details[open] > summary > .statement {
    display: none;
  }
  .row > details > summary:hover {
    background: var(--raised);
  }
  .row > details > summary > .verdict {
    white-space: nowrap;
  }
  .row > details > summary .name {
    font-size: inherit;
    font-weight: 600;
    grid-column: 2;
  }
  .row > details > summary .statement {
    grid-column: 2 / span 2;
    grid-row: 2;
    color: var(--quiet);
  }
  .row > details > summary .level {
    grid-column: 3;
    grid-row: 1;
  }
  .row > details > summary .section {
    grid-column: 4;
    grid-row: 1 / span 2;
    color: var(--quiet);
    font-size: 0.9rem;
  }
`;
