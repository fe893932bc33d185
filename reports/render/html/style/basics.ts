const css = String.raw;

/** Type, links, focus, and what stands everywhere. */
export const basics = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  html {
    font:
      15px/1.5 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Noto Sans',
      sans-serif;
    font-variant-numeric: tabular-nums;
    background: var(--ground);
    color: var(--ink);
    text-size-adjust: 100%;
  }
  body {
    max-width: 76rem;
    margin: 0 auto;
    padding: 0 clamp(1rem, 3vw, 2.5rem) 3rem;
    overflow-wrap: anywhere;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  p,
  ul,
  dl,
  dd,
  figure,
  pre {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  code,
  pre {
    font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    font-size: 0.9em;
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    line-height: 1.5;
  }
  a {
    color: var(--link);
    text-underline-offset: 0.15em;
  }
  h2 {
    font-size: 1.2rem;
    line-height: 1.3;
    margin-bottom: 0.75rem;
  }
  h5 {
    font-size: 0.8rem;
    font-weight: 600;
    color: var(--quiet);
    margin-bottom: 0.25rem;
  }
  :focus-visible {
    outline: 2px solid var(--link);
    outline-offset: 2px;
    border-radius: 2px;
  }
  h2:focus {
    outline: none;
  }
  main > * {
    margin-top: 2.5rem;
  }
  .shapes {
    position: absolute;
  }
  .shape {
    width: 1em;
    height: 1em;
    vertical-align: -0.125em;
    flex: none;
    color: var(--verdict);
  }
  .verdict {
    color: var(--verdict);
    font-weight: 600;
  }
  .quiet,
  .more,
  .gap,
  .came {
    color: var(--quiet);
  }
  .levelname {
    font-weight: 600;
  }
  .skip {
    position: absolute;
    left: -100vw;
    background: var(--ground);
    padding: 0.5rem 1rem;
  }
  .skip:focus {
    left: 1rem;
    top: 0.5rem;
  }
  footer {
    margin-top: 3rem;
    padding-top: 1rem;
    border-top: 1px solid var(--line);
    color: var(--quiet);
    font-size: 0.9rem;
  }
`;
