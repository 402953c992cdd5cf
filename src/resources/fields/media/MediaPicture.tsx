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

const TYPING_PAUSE_MS = 800;

/** Previews the picture at an address, once typing pauses; nothing where it does not load. */
export function MediaPicture({ field, address }: { field: FieldModel; address: string }) {
  const [failed, setFailed] = useState<string>();
  const [debounced, setDebounced] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(address), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [address]);
  if (debounced === '' || debounced !== address) return null;
  return (
    <StoredPicture field={field} address={debounced} width={460}>
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
