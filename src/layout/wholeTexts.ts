/** How far an element is looked for that cuts what is pointed at. */
const FAR = 4;

const isCut = (element: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return (
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1)
  );
};

/** Titles that were given here. */
const given = new WeakMap<HTMLElement, string>();

/**
 * Whoever points at a text that an ellipsis ends reads the whole of it: it becomes the title of the element that cuts
 * it, unless it has one. Begins as this module is loaded.
 */
document.addEventListener('pointerover', ({ target }) => {
  let at = target instanceof HTMLElement ? target : null;
  for (let far = 0; at && far < FAR; at = at.parentElement, far++) {
    if (at.title && at.title !== given.get(at)) return;
    if (isCut(at)) {
      at.title = at.innerText;
      given.set(at, at.title);
      return;
    }
    if (given.delete(at)) at.removeAttribute('title');
  }
});
