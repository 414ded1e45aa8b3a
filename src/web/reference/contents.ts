/** The width from which `docs.css` shows the contents beside the text. */
const wide = matchMedia('(min-width: 64rem)');

/**
 * Opens the contents in a wide window. Styles alone show them there, except in older browsers, but accessibility tools
 * take the links of a closed element for hidden.
 */
export function openContents(): void {
  const follow = () => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('#contents details')) list.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
}
