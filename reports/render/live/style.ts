const css = String.raw;

/** What the page that lives has and a report has not. */
export const liveStyle = css`
  .top {
    padding-top: clamp(1rem, 3vw, 2rem);
    border-bottom: 1px solid var(--strong-line);
    padding-bottom: 1rem;
  }
  .top .now {
    margin-top: 0.6rem;
  }
  .top .again {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
    margin-top: 0.6rem;
  }
  progress {
    width: min(20rem, 60vw);
    accent-color: var(--link);
    vertical-align: middle;
  }
  .turned {
    margin-top: 1rem;
  }
  .chiparea {
    margin-top: 0.75rem;
  }
  .chiparea h3 {
    font-size: 0.9rem;
    font-weight: 600;
    color: var(--quiet);
    margin-bottom: 0.25rem;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.4rem;
  }
  .chip {
    border: 1px solid var(--line);
    border-left: 4px solid var(--verdict);
    border-radius: 4px;
    padding: 0.05rem 0.5rem;
    font-size: 0.85rem;
  }
  .chip.v-fail {
    background: var(--came);
  }
  /* What this round has not come to yet. */
  .chip.stale {
    border-style: dashed;
    border-left-style: dashed;
    color: var(--quiet);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .gone {
    padding: 0.5rem 0.75rem;
    border-left: 4px solid var(--fail);
    background: var(--raised);
    margin-top: 0.75rem;
  }
`;
