import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { childFields, walkValues } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import { FormIcon } from '../../form/FormIcon.tsx';

const Ground = styled('span')({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  flex: 'none',
  color: 'var(--ink-2)',
  background: 'var(--press)',
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
});

interface Props {
  item: FieldModel;
  value: unknown;
  icon?: string;
  className?: string;
}

/** The first picture in an item of a list, or the sign of its kind. */
export function ItemPicture({ item, value, icon, className }: Props) {
  const found = firstPicture(item, value);
  const [failed, setFailed] = useState<string>();
  const shown = (source: string | undefined) => (
    <Ground className={className} aria-hidden>
      {source === undefined || source === failed ? (
        <FormIcon name={icon ?? 'image'} />
      ) : (
        <img
          src={source}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      )}
    </Ground>
  );
  if (!found) return shown(undefined);
  return (
    <StoredPicture field={found.field} address={found.address} width={240}>
      {shown}
    </StoredPicture>
  );
}

function firstPicture(item: FieldModel, value: unknown): { field: FieldModel; address: string } | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  let found: { field: FieldModel; address: string } | undefined;
  walkValues(childFields(item, value), value as Record<string, unknown>, (field, held) => {
    if (field.type === 'image' && typeof held === 'string' && held !== '') found ??= { field, address: held };
  });
  return found;
}
