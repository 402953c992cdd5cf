import { styled } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef, useState } from 'react';

const Box = styled('div')({
  overflowX: 'auto',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});

/** Scrolls content that is wider than its container, also by keyboard: then it is focusable. */
export function HorizontalScroll({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWider, setWider] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = (): void => setWider(element.scrollWidth > element.clientWidth);
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
  });
  return (
    <Box ref={box} tabIndex={isWider ? 0 : undefined}>
      {children}
    </Box>
  );
}
