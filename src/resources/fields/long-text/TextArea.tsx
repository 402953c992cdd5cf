import { styled } from '@mui/material/styles';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { PHONE } from '../../../theme/tokens.ts';

/** `contain: size` keeps the layout of a keystroke inside the box; it needs an explicit height and no flexbox parent. */
const Box = styled('div')({ contain: 'size layout', minHeight: 64 });
const Area = styled('textarea')(({ theme }) => ({
  display: 'block',
  font: 'inherit',
  fontSize: 14,
  lineHeight: '20px',
  padding: '8px 10px',
  width: '100%',
  boxSizing: 'border-box',
  fieldSizing: 'content',
  minHeight: 64,
  maxHeight: 360,
  resize: 'vertical',
  color: 'var(--ink)',
  background: 'transparent',
  border: '1px solid var(--field)',
  borderRadius: theme.shape.borderRadius,
  '&:hover:not(:read-only)': { borderColor: 'var(--ink-2)' },
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -1 },
  '&[aria-invalid=true]': { borderColor: 'var(--danger)' },
  '&:read-only': { color: 'var(--ink-2)' },
  [PHONE]: { fontSize: 16, lineHeight: '24px', resize: 'none' },
  '&[data-mono]': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', fontSize: 12 },
}));

/** A textarea that grows with its text by CSS; an observer sets the height of its box within the same frame. */
export function TextArea(props: ComponentProps<typeof Area>) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = area;
    const box = current?.parentElement;
    if (!current || !box) return;
    const observer = new ResizeObserver(() => {
      const height = current.offsetHeight;
      if (height > 0) box.style.height = `${height}px`;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div>
      <Box>
        <Area ref={area} {...props} />
      </Box>
    </div>
  );
}
