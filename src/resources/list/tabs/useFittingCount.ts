import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Counts the leading children that fit into a box; updated when its size or `content` changes. */
export const useFittingCount = (content: string) => {
  const box = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(Infinity);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => {
      const children = [...element.children].filter((child) => child instanceof HTMLElement);
      const out = children.findIndex(
        // Tolerates rounding.
        (child) => child.offsetLeft + child.offsetWidth > element.clientWidth + 1,
      );
      setFitting(out < 0 ? Infinity : out);
    };
    // The first callback runs after layout and before paint.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return { box, fitting };
};
