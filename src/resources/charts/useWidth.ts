import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Until the element is measured. */
const ASSUMED_WIDTH_PX = 640;

/** Observes the width of an element. */
export const useWidth = (): { ref: RefObject<HTMLDivElement | null>; width: number } => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(ASSUMED_WIDTH_PX);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth || ASSUMED_WIDTH_PX);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
};
