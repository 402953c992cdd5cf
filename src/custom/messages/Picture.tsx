import ImageIcon from '@mui/icons-material/ImageOutlined';
import { styled } from '@mui/material/styles';
import { createContext, type CSSProperties, use, useState } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { StoredPicture } from '../../resources/fields/shared/StoredPicture.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Ground = styled('span')({
  display: 'grid',
  // As high as the frame: in a row of its own height, a picture would be cropped only at the bottom.
  gridTemplateRows: 'minmax(0, 100%)',
  placeItems: 'center',
  overflow: 'hidden',
  background: '#7f8a9240',
  color: 'var(--pv-muted)',
  '& > img': { display: 'block', width: '100%', height: '100%' },
});

/** The field whose read right is used to fetch external pictures: any field with a picture of the record's entity. */
export const PictureField = createContext<FieldModel | undefined>(undefined);

interface Props {
  address: string;
  style?: CSSProperties;
  /** `contain` shows the whole picture, whatever the shape of its frame. */
  fit?: 'cover' | 'contain';
  /** Whether something else covers the frame, so that it has no icon. */
  isBare?: boolean;
}

/** A picture as large as its frame, or an icon while there is none. */
export function Picture({ address, style, fit = 'cover', isBare = false }: Props) {
  const field = use(PictureField);
  const [failed, setFailed] = useState<string>();
  const render = (source: string | undefined) => (
    <Ground style={style}>
      {source === undefined || source === failed ? (
        isBare ? null : (
          <ImageIcon fontSize="small" aria-label={t('Picture')} />
        )
      ) : (
        <img
          key={source}
          src={source}
          alt=""
          referrerPolicy="no-referrer"
          style={{ objectFit: fit }}
          onError={() => setFailed(source)}
        />
      )}
    </Ground>
  );
  if (!field || address === '') return render(undefined);
  return (
    <StoredPicture field={field} address={address} width={700}>
      {render}
    </StoredPicture>
  );
}
