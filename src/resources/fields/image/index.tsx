import { styled } from '@mui/material/styles';
import type { PictureWidth } from '../../../../schemas/model/files.ts';
import { None } from '../shared/parts.tsx';
import { StoredPicture } from '../shared/StoredPicture.tsx';
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

interface ImageProps extends CellProps {
  as: typeof Thumbnail;
  width: PictureWidth;
}

const ImageValue = ({ field, value, as: Shape, width }: ImageProps) => {
  const address = plainText(value);
  if (!address) return <None />;
  return (
    <StoredPicture field={field} address={address} width={width}>
      {(source) =>
        source ? (
          <Shape
            src={source}
            alt={field.title}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
          />
        ) : (
          address
        )
      }
    </StoredPicture>
  );
};

export const image: FieldTypeDefinition = {
  name: 'image',
  tester: ofType('image'),
  picture: true,
  noTitle: true,
  Cell: (props) => <ImageValue {...props} as={Thumbnail} width={240} />,
  Detail: (props) => <ImageValue {...props} as={Picture} width={700} />,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: plainText,
};
