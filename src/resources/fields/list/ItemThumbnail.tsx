import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { childFields } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { firstPicture } from '../shared/firstPicture.ts';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import { pictureSizeOf, rectOf, type Rect } from './areas/geometry.ts';

const KindDrawing = lazyComponent(
  () => import('../../fieldKit/KindDrawing.tsx').then((it) => it.KindDrawing),
  {
    silent: true,
  },
);

const Ground = styled('span')({
  position: 'relative',
  display: 'grid',
  // As high as the frame: a picture in a row of its own height would be cut at the bottom alone.
  gridTemplateRows: 'minmax(0, 100%)',
  placeItems: 'center',
  overflow: 'hidden',
  flex: 'none',
  color: 'var(--ink-2)',
  background: 'var(--press)',
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
  '& [data-drawing]': { display: 'block', width: '84%', maxWidth: 64, maxHeight: '84%' },
  '& [data-areas]': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
});

interface Props {
  item: FieldModel;
  value: unknown;
  icon?: string;
  className?: string;
}

/** Thumbnail of a list's item: its first picture with the areas on it, or a placeholder of its type. */
export function ItemThumbnail({ item, value, icon, className }: Props) {
  const found =
    value === null || typeof value !== 'object'
      ? undefined
      : firstPicture(childFields(item, value), value as Record<string, unknown>);
  const [failed, setFailed] = useState<string>();
  const shown = (source: string | undefined) => (
    <Ground className={className} aria-hidden>
      {source === undefined || source === failed ? (
        <KindDrawing name={icon ?? 'image'} />
      ) : (
        <>
          <img
            src={source}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => setFailed(source)}
          />
          <Areas {...areasOf(item, value)} />
        </>
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

/** The outlines of areas, as they lie on the picture. */
function Areas({ areas, width, height }: { areas: Rect[]; width: number; height: number }) {
  if (areas.length === 0) return null;
  return (
    <svg
      data-areas
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="#fff"
      strokeOpacity={0.9}
      strokeWidth={width / 40}
    >
      {areas.map((rect, index) => (
        <rect key={index} {...rect} />
      ))}
    </svg>
  );
}

/** The areas that lie on an item's picture, where it has some. */
function areasOf(item: FieldModel, value: unknown): { areas: Rect[]; width: number; height: number } {
  const list = childFields(item, value).find(({ widget }) => widget === 'areas');
  const held = list && (value as Record<string, unknown>)[list.name];
  return { areas: Array.isArray(held) ? held.map(rectOf) : [], ...pictureSizeOf(list?.options ?? {}) };
}
