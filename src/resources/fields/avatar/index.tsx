import { styled } from '@mui/material/styles';
import { None } from '../shared/parts.tsx';
import { safeImage } from '../shared/safeUrl.ts';
import { plainText } from '../text/index.tsx';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const Round = styled('img')(({ theme }) => ({
  width: 28,
  height: 28,
  borderRadius: '50%',
  objectFit: 'cover',
  verticalAlign: 'middle',
  backgroundColor: (theme.vars ?? theme).palette.action.hover,
}));

/** Stands beside the person's name, so it says nothing to screen readers. */
const AvatarCell = ({ value }: CellProps) => {
  const source = safeImage(plainText(value));
  return source ? (
    <Round src={source} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  ) : (
    <None />
  );
};

export const avatar: FieldTypeDefinition = {
  name: 'avatar',
  // Only where `display` asks for it.
  tester: () => -1,
  noTitle: true,
  Cell: AvatarCell,
  operators: [],
  toText: plainText,
};
