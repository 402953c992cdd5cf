import ImageIcon from '@mui/icons-material/ImageOutlined';
import { styled } from '@mui/material/styles';
import { createContext, type CSSProperties, use, useState } from 'react';
import type { FieldModel } from '../../../schemas/model/types.ts';
import { StoredPicture } from '../../resources/fields/shared/StoredPicture.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Ground = styled('span')({
  display: 'grid',
  // As high as the frame: a picture in a row of its own height would be cut at the bottom alone.
  gridTemplateRows: 'minmax(0, 100%)',
  placeItems: 'center',
  overflow: 'hidden',
  background: '#7f8a9240',
  color: 'var(--pv-muted)',
  '& > img': { display: 'block', width: '100%', height: '100%' },
});

/** By whose right pictures of other sites are fetched: any field with a picture of the record's entity. */
export const PictureField = createContext<FieldModel | undefined>(undefined);

interface Props {
  address: string;
  style?: CSSProperties;
  /** Shows all of it, however its frame is shaped. */
  fit?: 'cover' | 'contain';
  /** Something else lies on the frame: it says nothing itself. */
  isBare?: boolean;
}

/** A picture as large as its frame, or the frame where there is none (yet). */
export function Picture({ address, style, fit = 'cover', isBare = false }: Props) {
  const field = use(PictureField);
  const [failed, setFailed] = useState<string>();
  const shown = (source: string | undefined) => (
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
  if (!field || address === '') return shown(undefined);
  return (
    <StoredPicture field={field} address={address} width={700}>
      {shown}
    </StoredPicture>
  );
}
