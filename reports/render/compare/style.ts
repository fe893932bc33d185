const css = String.raw;

/** What a comparison has beyond a report: a wide table, whose first column and heads stay in view. */
export const compareStyle = css`
  .wide-table {
    overflow: auto;
    max-height: 90vh;
    border: 1px solid var(--line);
  }
  .wide-table table {
    border-collapse: separate;
    border-spacing: 0;
    overflow-wrap: normal;
  }
  .wide-table th,
  .wide-table td {
    padding: 0.3rem 0.75rem;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
    white-space: nowrap;
    background: var(--ground);
  }
  .wide-table thead th {
    position: sticky;
    top: 0;
    z-index: 1;
  }
  .wide-table th:first-child {
    position: sticky;
    left: 0;
    font-weight: 400;
  }
  .wide-table thead th:first-child {
    z-index: 2;
  }
  .wide-table .differs th:first-child {
    font-weight: 600;
  }
  .comparison dl {
    margin-bottom: 1rem;
  }
  .comparison dt {
    color: var(--quiet);
    font-size: 0.85rem;
  }
  .comparison h3 {
    font-size: 1rem;
    margin: 1rem 0 0.25rem;
  }
  .comparison li {
    margin-bottom: 0.25rem;
  }
  @media print {
    .wide-table {
      max-height: none;
      overflow: visible;
    }
  }
`;
