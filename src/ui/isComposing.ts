/** The code that browsers give to keys which an input method takes. */
const TAKEN = 229;

/**
 * Whether a key belongs to an input method, such as the Enter that confirms a conversion: Safari tells that one after
 * the composition has ended, by its code alone.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === TAKEN;
