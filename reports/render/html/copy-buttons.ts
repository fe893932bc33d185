/** What the script of a page is given as text: nothing can be imported there. */
export type CopyButtons = (root: ParentNode) => void;

/** Shows the copy buttons within, and lets each copy the text of what stands before it, or select it where nothing may be copied. */
export const copyButtons: CopyButtons = (root) => {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const code = button.previousElementSibling;
    if (code === null) continue;
    button.hidden = false;
    button.addEventListener('click', () => {
      const say = (word: string) => {
        button.textContent = word;
        setTimeout(() => (button.textContent = 'Copy'), 2000);
      };
      const select = () => {
        getSelection()?.selectAllChildren(code);
        say('Selected');
      };
      // A page that was not loaded over a trusted connection has no clipboard, whatever its types say.
      if (navigator.clipboard === undefined) select();
      else navigator.clipboard.writeText(code.textContent ?? '').then(() => say('Copied'), select);
    });
  }
};
