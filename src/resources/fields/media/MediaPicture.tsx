import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { StoredPicture } from '../shared/StoredPicture.tsx';

const Preview = styled('img')(({ theme }) => ({
  maxWidth: '100%',
  maxHeight: 160,
  objectFit: 'contain',
  alignSelf: 'flex-start',
  borderRadius: theme.shape.borderRadius,
  border: '1px solid var(--line)',
}));

/** Milliseconds without typing after which an address counts as entered. */
const TYPING_PAUSE_MS = 800;

/** The picture at an address, once somebody stops typing it; nothing where there is none. */
export function MediaPicture({ field, address }: { field: FieldModel; address: string }) {
  const [failed, setFailed] = useState<string>();
  const [settled, setSettled] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(address), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  if (settled === '' || settled !== address) return null;
  return (
    <StoredPicture field={field} address={settled} width={460}>
      {(source) =>
        source === undefined || source === failed ? null : (
          <Preview
            key={source}
            src={source}
            alt=""
            referrerPolicy="no-referrer"
            onError={() => setFailed(source)}
          />
        )
      }
    </StoredPicture>
  );
}
