import Link from '@mui/material/Link';
import { plainText } from '../../fieldKit/plainText.ts';
import type { CellProps } from '../../fieldKit/types.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { safeLink } from './safeUrl.ts';
import { stopRowClick } from './stopRowClick.ts';

/** A cell that links when the address made of its value is a safe one, and is plain text otherwise. */
export const linkCell = (toAddress: (text: string) => string, blank = false) => {
  const LinkCell = ({ value }: CellProps) => {
    const shown = plainText(value);
    if (shown === '') return <NoValue />;
    const href = safeLink(toAddress(shown));
    if (!href) return <>{shown}</>;
    return (
      <Link
        href={href}
        onClick={stopRowClick}
        rel="noopener noreferrer"
        target={blank ? '_blank' : undefined}
      >
        {shown}
      </Link>
    );
  };
  return LinkCell;
};
