import { t } from '../../schemas/texts/translate.ts';
/** Keys of the console. ⌘ on Apple's keyboards is Ctrl on others. */
const isApple = /mac|iphone|ipad/i.test(navigator.platform);
export const COMMAND_KEY = isApple ? '⌘' : t('Ctrl ');

export const SHORTCUTS: { keys: string; description: string }[] = [
  { keys: `${COMMAND_KEY}K`, description: t('Search screens and records') },
  { keys: '/', description: t('Search in the list') },
  { keys: `${COMMAND_KEY}S`, description: t('Save the form') },
  { keys: '↑ ↓', description: t('Move through the rows of a list') },
  { keys: 'Space', description: t('Preview the row') },
  { keys: 'X', description: t('Select the row') },
  { keys: 'Esc', description: t('Close a dialog or the search') },
  { keys: '?', description: t('Show keyboard shortcuts') },
];

export interface KeyHandlers {
  openPalette: () => void;
  openShortcuts: () => void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Focuses the search input of the current list: lists mark it with `type="search"`. */
const focusListSearch = (): boolean => {
  const input = document.querySelector<HTMLInputElement>('main input[type="search"]');
  input?.focus();
  input?.select();
  return input !== null;
};

/** Handles keyboard shortcuts; plain characters are ignored while someone types or a dialog is open. */
export const handleKey = (event: KeyboardEvent, { openPalette, openShortcuts }: KeyHandlers): void => {
  if (event.defaultPrevented || event.altKey) return;
  if (event.metaKey || event.ctrlKey) {
    const key = event.key.toLowerCase();
    if (key === 'k') openPalette();
    // An open form has already handled ⌘S; elsewhere the browser's dialog for saving the page is of no use.
    else if (key !== 's') return;
    event.preventDefault();
    return;
  }
  if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
  if (event.key === '/' && focusListSearch()) event.preventDefault();
  else if (event.key === '?') openShortcuts();
};
