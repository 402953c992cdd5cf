import type { MouseEvent, ReactNode } from 'react';
import { navigateTo } from '../navigation.ts';

interface LightLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link between the screens outside the console; clicks with a modifier key are the browser's. */
export const LightLink = ({ to, className, children }: LightLinkProps) => {
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigateTo(to);
  };
  return (
    <a href={to} className={className} onClick={onClick}>
      {children}
    </a>
  );
};
