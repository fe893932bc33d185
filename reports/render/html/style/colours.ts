const css = String.raw;

/** The colours: every pair of text and ground reaches the contrast of WCAG 2.2 AA. */
export const colours = css`
  :root {
    color-scheme: light dark;
    --ground: #ffffff;
    --raised: #f5f6f8;
    --ink: #1b1f24;
    --quiet: #56606b;
    --line: #dce0e5;
    --strong-line: #b4bcc6;
    --link: #0b57b0;
    --pass: #1a6e37;
    --fail: #b3231b;
    --warn: #855300;
    --inconclusive: #5b47b0;
    --not-tested: #56606b;
    --waived: #0a6480;
    --mark: #ffe58a;
    --mark-ink: #2b2200;
    --mark-line: #b3231b;
    --wanted: #e7f3ea;
    --came: #fbeae9;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --ground: #14171b;
      --raised: #1d2126;
      --ink: #e6e9ed;
      --quiet: #a3adb8;
      --line: #30363e;
      --strong-line: #535c67;
      --link: #8ab8ff;
      --pass: #6bc98a;
      --fail: #ff8f86;
      --warn: #e3b04b;
      --inconclusive: #b7a9ff;
      --not-tested: #a3adb8;
      --waived: #67c3de;
      --mark: #5a4500;
      --mark-ink: #fff2c9;
      --mark-line: #ff8f86;
      --wanted: #17281d;
      --came: #361a1a;
    }
  }
  .v-pass {
    --verdict: var(--pass);
  }
  .v-fail {
    --verdict: var(--fail);
  }
  .v-warn {
    --verdict: var(--warn);
  }
  .v-inconclusive {
    --verdict: var(--inconclusive);
  }
  .v-not-tested {
    --verdict: var(--not-tested);
  }
  .v-waived {
    --verdict: var(--waived);
  }
`;
