import { useEffect } from 'react';

/** What a press may be meant for. */
const PRESSABLE = 'button, a[href], [role=menuitem], [role=option], [role=tab]';
/** Pixels that a hand moves while it presses; further, it means to let go elsewhere. */
const STILL = 8;

interface Press {
  on: Element;
  x: number;
  y: number;
}

/**
 * A click goes to what was pressed, also where the page moved it away from under the pointer before the release: an
 * answer that came in at that moment made something above it longer, say. The browser would give the click to whatever
 * holds both places, and nothing would happen.
 */
export function useSteadyClicks(): void {
  useEffect(() => {
    let press: Press | undefined;
    const down = (event: PointerEvent): void => {
      const on = event.target instanceof Element ? event.target.closest(PRESSABLE) : null;
      press = on && event.button === 0 ? { on, x: event.clientX, y: event.clientY } : undefined;
    };
    const click = (event: MouseEvent): void => {
      const pressed = press;
      press = undefined;
      // By keyboard or by a program.
      if (!pressed || !event.isTrusted || event.detail === 0) return;
      const { on, x, y } = pressed;
      if (!(event.target instanceof Element) || on.contains(event.target) || !on.isConnected) return;
      if (Math.hypot(event.clientX - x, event.clientY - y) > STILL) return;
      event.preventDefault();
      event.stopPropagation();
      const { clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event;
      const keys = { ctrlKey, metaKey, shiftKey, altKey };
      on.dispatchEvent(
        new MouseEvent('click', {
          ...{ bubbles: true, cancelable: true, view: window, detail: 1 },
          ...{ clientX, clientY, ...keys },
        }),
      );
    };
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('click', click, true);
    return () => {
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('click', click, true);
    };
  }, []);
}
