import { styled } from '@mui/material/styles';
import { None } from '../shared/parts.tsx';
import { safeImage } from '../shared/safeUrl.ts';
import { plainText } from '../text/index.tsx';
import { ofType } from '../types.ts';
import type { CellProps, FieldTypeDefinition } from '../types.ts';

const Thumbnail = styled('img')(({ theme }) => ({
  height: 32,
  maxWidth: 64,
  borderRadius: 4,
  objectFit: 'cover',
  verticalAlign: 'middle',
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
}));
const Picture = styled(Thumbnail)({ height: 'auto', maxHeight: 320, maxWidth: '100%', borderRadius: 8 });

const ImageValue = ({ field, value, as: Shape }: CellProps & { as: typeof Thumbnail }) => {
  const address = plainText(value);
  const source = safeImage(address);
  if (!source) return address ? <>{address}</> : <None />;
  return (
    <Shape src={source} alt={field.title} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  );
};

export const image: FieldTypeDefinition = {
  name: 'image',
  tester: ofType('image'),
  noTitle: true,
  Cell: (props) => <ImageValue {...props} as={Thumbnail} />,
  Detail: (props) => <ImageValue {...props} as={Picture} />,
  operators: [],
  toText: plainText,
};
