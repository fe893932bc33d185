const css = String.raw;

/** On paper the report is a certificate: verdict, target, date, what it rests on, every requirement, failures in full. */
export const paper = css`
  @page {
    margin: 18mm 16mm 20mm;
    @bottom-right {
      content: counter(page) ' / ' counter(pages);
      font:
        8pt system-ui,
        sans-serif;
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
    }
    .filter,
    .skip,
    .created,
    .command,
    .again,
    .row > details > summary::after,
    .link {
      display: none !important;
    }
    .head {
      border: 1.5pt solid var(--ink);
      outline: 0.5pt solid var(--ink);
      outline-offset: 2.5pt;
      margin: 4pt;
      padding: 16pt 18pt;
    }
    h1 {
      font-size: 26pt;
    }
    main > * {
      margin-top: 16pt;
    }
    .first {
      display: block;
    }
    .first section + section {
      margin-top: 16pt;
    }
    .counts {
      grid-template-columns: repeat(6, minmax(0, 1fr));
    }
    .counts .figure {
      font-size: 15pt;
    }
    .counts li {
      padding: 5pt 7pt;
    }
    [data-row][hidden] {
      display: list-item !important;
    }
    [data-section][hidden] {
      display: block !important;
    }
    .columnnames,
    .row > details > summary {
      display: grid;
      grid-template-columns: 70pt minmax(0, 1fr) 44pt 106pt;
      gap: 0 8pt;
      padding: 3pt 0;
    }
    .columnnames span:last-child {
      display: block;
    }
    .row > details > summary .name {
      grid-column: 2;
    }
    .row > details > summary .statement {
      grid-column: 2 / span 2;
      grid-row: 2;
    }
    .row > details > summary .level {
      grid-column: 3;
      grid-row: 1;
    }
    .row > details > summary .section {
      grid-column: 4;
      grid-row: 1 / span 2;
    }
    .row > details > summary,
    .versus,
    .columns,
    .counts,
    .legend dl > div {
      break-inside: avoid;
    }
    .areahead,
    .columnnames,
    .row > details[open] > summary,
    h2,
    h5,
    figcaption {
      break-after: avoid;
    }
    .body {
      padding: 2pt 0 10pt 76pt;
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
