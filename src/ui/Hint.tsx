import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Frame = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  '&::after': {
    content: 'attr(data-hint)',
    position: 'absolute',
    zIndex: theme.zIndex.tooltip,
    padding: '4px 8px',
    borderRadius: 6,
    fontSize: 12,
    lineHeight: '16px',
    width: 'max-content',
    maxWidth: 'min(280px, 80vw)',
    pointerEvents: 'none',
    color: 'var(--sheet)',
    background: 'var(--ink)',
    opacity: 0,
    visibility: 'hidden',
    transition: 'opacity 120ms 400ms, visibility 0s 400ms',
  },
  '&[data-side=below]::after': { top: 'calc(100% + 6px)', right: 0 },
  '&[data-side=above]::after': { bottom: 'calc(100% + 6px)', right: 0 },
  '&[data-side=right]::after': { left: 'calc(100% + 6px)', top: '50%', transform: 'translateY(-50%)' },
  '&[data-hint]:is(:hover, :focus-within)::after': { opacity: 1, visibility: 'visible' },
  '&:not([data-hint])::after': { display: 'none' },
}));

interface HintProps {
  /** Shown on hover and focus of the child; nothing without it. The child needs its own accessible name. */
  text?: string;
  side?: 'below' | 'above' | 'right';
  children: ReactNode;
}

/** A tooltip in plain CSS for the layout around every screen: the first screen must not wait for a positioning library. */
export const Hint = ({ text, side = 'below', children }: HintProps) => (
  <Frame data-hint={text} data-side={side}>
    {children}
  </Frame>
);
