const css = String.raw;

/** What a requirement opens to, and the sections after the table. */
export const details = css`
  .body {
    padding: 0.5rem 0.75rem 1.5rem calc(7.5rem + 1.75rem);
    scroll-margin-top: 5rem;
    display: grid;
    gap: 1.1rem;
  }
  .body > * {
    min-width: 0;
  }
  .columns,
  .versus {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 1rem 2rem;
  }
  .columns p + p {
    margin-top: 0.35rem;
  }
  .reason {
    font-weight: 600;
  }
  .v-pass .reason,
  .v-not-tested .reason {
    font-weight: 400;
  }
  .finding {
    display: grid;
    gap: 0.75rem;
    padding-left: 1rem;
    border-left: 3px solid var(--line);
  }
  .finding > * {
    min-width: 0;
  }
  .finding h5 {
    margin: 0;
    font-size: 0.95rem;
    color: var(--ink);
  }
  .finding h5 code {
    font-weight: 400;
  }
  .versus {
    gap: 1px;
    background: var(--line);
    border: 1px solid var(--line);
    border-radius: 4px;
    overflow: hidden;
  }
  .versus > div {
    background: var(--ground);
    padding: 0.6rem 0.8rem;
  }
  .versus .actual {
    box-shadow: inset 0 3px 0 var(--verdict);
  }
  .finding > figure > pre,
  .wire pre,
  .command code {
    background: var(--raised);
    border-radius: 4px;
    padding: 0.6rem 0.8rem;
  }
  figcaption {
    font-size: 0.8rem;
    color: var(--quiet);
    margin-bottom: 0.2rem;
  }
  .exchange {
    border: 1px solid var(--line);
    border-radius: 4px;
    padding: 0 0.8rem;
  }
  .exchange > summary {
    padding: 0.45rem 0;
    cursor: pointer;
    display: list-item;
    list-style: disclosure-closed inside;
  }
  .exchange[open] > summary {
    list-style-type: disclosure-open;
  }
  .exchange[open] {
    padding-bottom: 0.8rem;
  }
  .xid {
    color: var(--quiet);
  }
  .wire {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 0.8rem;
    margin-bottom: 0.8rem;
  }
  .wire pre {
    font-size: 0.85em;
  }
  .noanswer {
    padding: 0.6rem 0.8rem;
    background: var(--raised);
    border-radius: 4px;
  }
  mark {
    background: var(--mark);
    color: var(--mark-ink);
    text-decoration: underline 2px var(--mark-line);
    text-underline-offset: 0.2em;
    border-radius: 2px;
  }
  .gap {
    font-style: italic;
    font-family: system-ui, sans-serif;
  }
  .command {
    display: flex;
    align-items: start;
    gap: 0.5rem;
  }
  .command code {
    flex: 1;
    min-width: 0;
    user-select: all;
    white-space: pre-wrap;
  }
  .tried li + li {
    margin-top: 0.35rem;
  }
  .lines {
    padding-left: 1.3rem;
    font-size: 0.92rem;
  }
  .tried .lines li {
    margin-top: 0.1rem;
  }
  .created ul {
    columns: 22rem;
    column-gap: 2rem;
    margin-top: 0.5rem;
  }
  .created summary {
    cursor: pointer;
  }
  .legend dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
    gap: 0.75rem 2.5rem;
  }
  .legend dt {
    font-size: inherit;
  }
  .legend dt.levelname {
    color: var(--ink);
  }
  .legend dd {
    color: var(--quiet);
  }
`;
