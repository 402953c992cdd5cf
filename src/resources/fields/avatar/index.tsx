import Person from '@mui/icons-material/Person';
import { styled } from '@mui/material/styles';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

const Round = styled('span')({
  display: 'inline-grid',
  placeItems: 'center',
  overflow: 'hidden',
  width: 24,
  height: 24,
  borderRadius: '50%',
  verticalAlign: 'middle',
  color: 'var(--ink-2)',
  backgroundColor: 'var(--press)',
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
});

/** Decorative, since the name stands beside it. */
const AvatarCell = ({ field, value }: CellProps) => (
  <Round>
    <StoredPicture field={field} address={plainText(value)} width={240}>
      {(source) =>
        source ? <img src={source} alt="" loading="lazy" decoding="async" /> : <Person fontSize="small" />
      }
    </StoredPicture>
  </Round>
);

export const avatar: FieldTypeDefinition = {
  name: 'avatar',
  // Used only through `display`.
  tester: () => -1,
  notLinkable: true,
  Cell: AvatarCell,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: plainText,
};
