const css = String.raw;

/** What a requirement opens to, and the sections after the table. */
export const details = css`
  .body {
    padding: 0.5rem 0.75rem 1.5rem;
    scroll-margin-top: 7rem;
    display: grid;
    gap: 1rem;
  }
  .body > * {
    min-width: 0;
  }
  .why p + p,
  .asks p + p {
    margin-top: 0.3rem;
  }
  .reason {
    font-weight: 600;
    font-size: 1.05rem;
    text-wrap: pretty;
  }
  .v-pass .reason,
  .v-not-tested .reason {
    font-weight: 400;
    font-size: inherit;
  }
  .finding,
  .proofs,
  .proof {
    display: grid;
    gap: 0.75rem;
  }
  .finding > *,
  .proofs > *,
  .proof > * {
    min-width: 0;
  }
  .proofs.two {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    align-items: start;
  }
  .proofs.two .wire {
    grid-template-columns: minmax(0, 1fr);
  }
  .proof {
    border: 1px solid var(--line);
    border-radius: 6px;
    padding: 0.7rem 0.9rem;
  }
  .proof h5 {
    margin: 0;
    font-size: 0.95rem;
    font-weight: 400;
    color: var(--ink);
  }
  .role {
    font-weight: 600;
  }
  .proof:first-child .role {
    color: var(--verdict);
  }
  .difference {
    border: 1px solid var(--line);
    border-radius: 6px;
    overflow: hidden;
  }
  .difference > div {
    display: grid;
    grid-template-columns: 7rem minmax(0, 1fr);
    gap: 0.75rem;
    padding: 0.35rem 0.9rem;
  }
  .difference > div + div {
    border-top: 1px solid var(--line);
  }
  .difference dt {
    font-size: inherit;
  }
  .difference .input {
    display: block;
  }
  .difference .expected {
    background: var(--wanted);
  }
  .difference .received {
    background: var(--came);
  }
  .expected dt,
  .received dt,
  .expected dd,
  .received dd {
    color: var(--ink);
  }
  .expected dt::before {
    content: '− ' / '';
    font-family: ui-monospace, monospace;
  }
  .received dt::before {
    content: '+ ' / '';
    font-family: ui-monospace, monospace;
  }
  .received dd {
    font-weight: 600;
  }
  .wire pre,
  .command code {
    background: var(--raised);
    border-radius: 4px;
    padding: 0.6rem 0.8rem;
  }
  .wire pre + pre {
    margin-top: 0.35rem;
  }
  figcaption {
    font-size: 0.8rem;
    color: var(--quiet);
    margin-bottom: 0.2rem;
  }
  .wire {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 0.8rem;
  }
  .wire pre {
    font-size: 0.85em;
  }
  /* A line that has to be folded goes on further in: an animal is one line all the same. */
  .laid .line {
    display: block;
    padding-left: 4ch;
    text-indent: -4ch;
  }
  .note {
    font-family: system-ui, sans-serif;
    font-weight: 600;
    color: var(--fail);
  }
  .fold,
  .exchange {
    border: 1px solid var(--line);
    border-radius: 6px;
    padding: 0 0.9rem;
  }
  .exchange {
    margin-bottom: 0.5rem;
  }
  .fold > summary,
  .exchange > summary,
  .raw > summary {
    padding: 0.4rem 0;
    cursor: pointer;
  }
  .fold[open],
  .exchange[open] {
    padding-bottom: 0.6rem;
  }
  .raw > summary {
    color: var(--quiet);
    font-size: 0.9rem;
    width: max-content;
    max-width: 100%;
  }
  .xid {
    color: var(--quiet);
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
  table.spread {
    border-collapse: collapse;
    width: max-content;
    max-width: 100%;
  }
  .spread caption {
    text-align: left;
    color: var(--quiet);
    padding-bottom: 0.2rem;
  }
  .spread th,
  .spread td {
    text-align: left;
    padding: 0.2rem 2rem 0.2rem 0;
    border-top: 1px solid var(--line);
    font-weight: 400;
  }
  .spread thead th {
    color: var(--quiet);
    font-size: 0.85rem;
  }
  .spread td {
    text-align: right;
  }
  .command {
    display: flex;
    align-items: start;
    gap: 0.5rem;
    margin-top: 0.5rem;
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
