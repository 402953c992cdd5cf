import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How many of a box's children, from the first, are inside it; counted anew when it or `content` changes. */
export const useFittingCount = (content: string) => {
  const box = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(Infinity);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const children = [...element.children].filter((child) => child instanceof HTMLElement);
      const out = children.findIndex(
        // A hair of rounding is no lack of room.
        (child) => child.offsetLeft + child.offsetWidth > element.clientWidth + 1,
      );
      setFitting(out < 0 ? Infinity : out);
    };
    // It begins by measuring, once the browser has laid the page out anyway and before it is painted.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return { box, fitting };
};
