/** The width from which `docs.css` shows the contents beside the text. */
const wide = matchMedia('(min-width: 64rem)');

/**
 * Opens the contents in a wide window. Newer browsers show them there by styles alone, but accessibility tools still
 * take the links of a closed element for hidden.
 */
export function openContents(): void {
  const follow = () => {
    for (const list of document.querySelectorAll<HTMLDetailsElement>('#contents details')) list.open = wide.matches;
  };
  wide.addEventListener('change', follow);
  follow();
}
