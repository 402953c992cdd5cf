import { part } from '../part.tsx';

/** The `?` in a screen's head. No screen waits for it, and nothing moves when it comes: it stands before what is pressed. */
export const GuideButton = part(() => import('./GuideToggle.tsx').then((it) => it.GuideToggle), {
  quiet: true,
});
