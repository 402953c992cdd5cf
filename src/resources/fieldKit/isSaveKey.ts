/** ⌘S on a Mac, Ctrl+S elsewhere. */
export const isSaveKey = ({
  key,
  metaKey,
  ctrlKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): boolean =>
  key.toLowerCase() === 's' && (metaKey || ctrlKey) && !altKey;
