/** Number of elements, from the hovered one up, that are checked for truncation. */
const MAX_ANCESTORS = 4;

const isTruncated = (element: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1)
  );
};

/** Titles that this module set. */
const ownTitles = new WeakMap<HTMLElement, string>();

/**
 * On hover, sets the full text as `title` of a truncated element that has none. Listens as soon as it is imported.
 */
document.addEventListener('pointerover', ({ target }) => {
  let current = target instanceof HTMLElement ? target : null;
  for (let depth = 0; current && depth < MAX_ANCESTORS; current = current.parentElement, depth++) {
    if (current.title && current.title !== ownTitles.get(current)) return;
    if (isTruncated(current)) {
      current.title = current.innerText;
      ownTitles.set(current, current.title);
      return;
    }
    if (ownTitles.delete(current)) current.removeAttribute('title');
  }
});
