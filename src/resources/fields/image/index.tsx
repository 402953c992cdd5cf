import type { PictureWidth } from '../../../../schemas/model/files.ts';
import { NoValue } from '../../fieldKit/parts.tsx';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import { plainText } from '../../fieldKit/plainText.ts';
import { Picture, Thumbnail } from '../shared/pictures.ts';
import { matchType } from '../../fieldKit/types.ts';
import type { CellProps, FieldTypeDefinition } from '../../fieldKit/types.ts';

interface ImageProps extends CellProps {
  as: typeof Thumbnail;
  width: PictureWidth;
}

const ImageValue = ({ field, value, as: Shape, width }: ImageProps) => {
  const address = plainText(value);
  if (!address) return <NoValue />;
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
  tester: matchType('image'),
  picture: true,
  notLinkable: true,
  Cell: (props) => <ImageValue {...props} as={Thumbnail} width={240} />,
  Detail: (props) => <ImageValue {...props} as={Picture} width={700} />,
  editor: () => import('./editor.tsx'),
  operators: [],
  toText: plainText,
};
