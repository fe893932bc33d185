const css = String.raw;

/** On paper the report is a certificate: its page, then what failed in full, then everything else in two columns. */
export const paper = css`
  @page {
    size: A4;
    margin: 20mm 16mm 18mm;
    font:
      8pt system-ui,
      sans-serif;
    @bottom-right {
      content: 'Page ' counter(page) ' of ' counter(pages);
    }
  }
  @media print {
    :root {
      color-scheme: light;
    }
    html {
      font-size: 9.5pt;
    }
    body {
      max-width: none;
      padding: 0;
      display: flex;
      flex-direction: column;
    }
    /* The certificate comes first, then the failures of the table, then the list of the rest. */
    .paper {
      display: contents;
    }
    .certificate {
      order: 1;
    }
    main {
      order: 2;
    }
    .compact {
      order: 3;
      margin-top: 14pt;
    }
    main:not(:has(.row.v-fail)) {
      display: none;
    }
    body > .head,
    .bar,
    .skip,
    footer,
    main > section:not([aria-labelledby='requirements']),
    #requirements,
    .filter,
    .areahead,
    .columnnames,
    .row:not(.v-fail),
    .command,
    .again,
    .raw,
    .fold,
    .row > details > summary::after {
      display: none !important;
    }
    main > *,
    .area {
      margin-top: 0;
    }
    [data-row].v-fail[hidden] {
      display: list-item !important;
    }
    [data-section][hidden] {
      display: block !important;
    }
    /* Open or not, and with scripts or without. */
    .row.v-fail > details::details-content {
      content-visibility: visible;
      display: block;
      height: auto;
    }
    .certificate {
      break-after: page;
    }
    .certificate .title {
      font-size: 26pt;
      font-weight: 600;
      line-height: 1.2;
      margin: 2pt 0 6pt;
    }
    .certificate h2 {
      margin: 14pt 0 3pt;
      font-size: 11pt;
    }
    .certificate .facts {
      margin-top: 10pt;
    }
    .certificate .facts > div {
      display: grid;
      grid-template-columns: 80pt minmax(0, 1fr);
      gap: 8pt;
      padding: 2.5pt 0;
      border-top: 0.5pt solid var(--line);
    }
    .certificate pre {
      background: var(--raised);
      padding: 5pt 7pt;
      margin-top: 4pt;
    }
    .levels {
      border-collapse: collapse;
      width: 100%;
      margin-top: 12pt;
    }
    .levels th,
    .levels td {
      border-top: 0.5pt solid var(--strong-line);
      padding: 2.5pt 6pt 2.5pt 0;
      text-align: right;
      font-weight: 400;
    }
    .levels th:first-child {
      text-align: left;
    }
    .compact ul {
      columns: 2;
      column-gap: 14pt;
      font-size: 7.8pt;
      line-height: 1.35;
    }
    .compact li {
      break-inside: avoid;
      padding: 2.2pt 0 2.2pt 12pt;
      text-indent: -12pt;
      border-top: 0.5pt solid var(--line);
    }
    .compact code {
      font-weight: 600;
    }
    .row > details > summary {
      display: grid;
      grid-template-columns: 60pt minmax(0, 1fr) 44pt 106pt;
      gap: 0 8pt;
      padding: 3pt 0;
    }
    .row > details[open] > summary > .statement {
      display: block;
    }
    .row > details > summary,
    .difference,
    .wire,
    .levels {
      break-inside: avoid;
    }
    .row > details > summary,
    h2,
    h5,
    figcaption {
      break-after: avoid;
    }
    .body {
      padding: 2pt 0 10pt;
      gap: 6pt;
    }
    pre,
    code {
      font-size: 7.5pt;
    }
    mark {
      outline: 0.5pt solid;
    }
    * {
      print-color-adjust: exact;
    }
  }
`;
