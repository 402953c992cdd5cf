import { useEffect } from 'react';
import type { FormSession } from '../fieldKit/session.ts';

/** Defers layout changes of the form from pointer down until after the click. */
export function usePointerPress(session: FormSession): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const down = (): void => {
      clearTimeout(timer);
      session.setPressed(true);
    };
    // The click follows the release in the same task.
    const up = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => session.setPressed(false));
    };
    const releases = ['pointerup', 'pointercancel', 'dragend'];
    document.addEventListener('pointerdown', down, true);
    for (const release of releases) document.addEventListener(release, up, true);
    window.addEventListener('blur', up);
    return () => {
      clearTimeout(timer);
      session.setPressed(false);
      document.removeEventListener('pointerdown', down, true);
      for (const release of releases) document.removeEventListener(release, up, true);
      window.removeEventListener('blur', up);
    };
  }, [session]);
}
