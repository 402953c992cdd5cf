/** The `keyCode` of keys that an input method handles. */
const IME_KEY_CODE = 229;

/**
 * Whether an input method handles the key, such as the Enter that confirms a conversion: Safari fires that one after the
 * composition has ended, recognizable only by its code.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === IME_KEY_CODE;
