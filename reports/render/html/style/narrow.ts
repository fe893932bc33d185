const css = String.raw;

/** Narrow screens, and screens with forced colours. */
export const narrow = css`
  @media screen and (max-width: 60rem) {
    .wire,
    .proofs.two {
      grid-template-columns: minmax(0, 1fr);
    }
    .columnnames,
    .row > details > summary {
      grid-template-columns: 7.5rem minmax(0, 1fr) 5.5rem 1rem;
    }
    .columnnames span:last-child {
      display: none;
    }
    .row > details > summary .section {
      grid-column: 2 / span 2;
      grid-row: 3;
    }
    .row > details > summary::after {
      grid-column: 4;
    }
  }
  @media screen and (max-width: 40rem) {
    .counts {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .counts li > * {
      padding: 0.45rem 0.6rem;
    }
    .counts .figure {
      font-size: 1.4rem;
    }
    .bar .host {
      display: none;
    }
    .bar .walk {
      flex: 1 1 100%;
    }
    .bar output {
      flex: 1;
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .head .facts > div {
      display: block;
    }
    .columnnames {
      display: none;
    }
    .rows {
      border-top: 1px solid var(--strong-line);
    }
    .row > details > summary {
      grid-template-columns: minmax(0, 1fr) auto 1rem;
      padding-inline: 0;
    }
    .row > details > summary .name,
    .row > details > summary .statement,
    .row > details > summary .section {
      grid-column: 1 / span 2;
      grid-row: auto;
    }
    .row > details > summary .level {
      grid-column: 2;
      font-size: 0.85rem;
    }
    .row > details > summary::after {
      grid-column: 3;
    }
    .body {
      padding-inline: 0;
    }
    .proof,
    .fold,
    .exchange {
      padding-inline: 0.5rem;
    }
    .basis .facts {
      grid-template-columns: minmax(0, 1fr);
    }
    .difference > div,
    .basis .facts > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    .attention li {
      grid-template-columns: 1rem minmax(0, 1fr);
      row-gap: 0;
    }
    .attention li > :last-child:not(:only-child) {
      grid-column: 2;
    }
    .filter label:not(.keys),
    .filter select,
    .filter input[type='search'] {
      width: 100%;
    }
    .filter .keys {
      display: none;
    }
    .command {
      flex-direction: column;
      align-items: stretch;
    }
  }
  @media (forced-colors: active) {
    .shape {
      color: CanvasText;
    }
    mark {
      outline: 1px solid;
    }
  }
`;
