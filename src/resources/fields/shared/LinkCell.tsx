import Link from '@mui/material/Link';
import { plainText } from '../../fieldKit/plainText.ts';
import type { CellProps } from '../../fieldKit/types.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { safeLink } from './safeUrl.ts';
import { stopRowClick } from './stopRowClick.ts';

/** Creates a cell that links to the address of its value where that is safe, and is plain text otherwise. */
export const createLinkCell = (toAddress: (text: string) => string, inNewTab = false) => {
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
        target={inNewTab ? '_blank' : undefined}
      >
        {shown}
      </Link>
    );
  };
  return LinkCell;
};
