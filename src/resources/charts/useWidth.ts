import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Width until the element is measured, in pixels. */
const USUAL = 640;

/** The width of an element, followed while it changes. */
export const useWidth = (): { ref: RefObject<HTMLDivElement | null>; width: number } => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth || USUAL);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
