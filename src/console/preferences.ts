import type { Access } from '../authProvider/access.ts';
import { chooseMode } from '../theme/mode.ts';

/** What this browser followed last, and whose it was. */
const STORAGE_KEY = 'preferences';
type Followed = Pick<Access['user'], 'theme'> & { id?: string };

const followed = (): Followed => {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Followed;
  } catch {
    return {};
  }
};

/**
 * The theme of the person's profile: taken over when somebody else signs in here, and when the profile says something
 * new. What the person chooses in this browser meanwhile stays, and stays theirs.
 */
export const followPreferences = ({ id, theme }: Access['user']): void => {
  const last = followed();
  if (last.id !== id || theme !== last.theme) chooseMode(theme ?? 'system');
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ id, theme } satisfies Followed));
};
