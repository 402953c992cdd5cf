import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { childFields } from '../../../../schemas/model/fields.ts';
import type { FieldModel } from '../../../../schemas/model/types.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { findFirstPicture } from '../shared/firstPicture.ts';
import { StoredPicture } from '../shared/StoredPicture.tsx';
import { pictureSizeOf, toRect, type Rect } from './areas/geometry.ts';

const KindDrawing = lazyComponent(
  () => import('../../fieldKit/KindDrawing.tsx').then((it) => it.KindDrawing),
  {
    silent: true,
  },
);

const Frame = styled('span')({
  position: 'relative',
  display: 'grid',
  // As high as the frame, so that a picture is cut evenly rather than at the bottom only.
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
  const picture =
    value === null || typeof value !== 'object'
      ? undefined
      : findFirstPicture(childFields(item, value), value as Record<string, unknown>);
  const [failed, setFailed] = useState<string>();
  const renderPicture = (url: string | undefined) => (
    <Frame className={className} aria-hidden>
      {url === undefined || url === failed ? (
        <KindDrawing name={icon ?? 'image'} />
      ) : (
        <>
          <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
          <Areas {...findAreas(item, value)} />
        </>
      )}
    </Frame>
  );
  if (!picture) return renderPicture(undefined);
  return (
    <StoredPicture field={picture.field} address={picture.address} width={240}>
      {renderPicture}
    </StoredPicture>
  );
}

/** Outlines of the areas on the picture. */
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

/** Finds the areas on an item's picture and the size of its coordinate system. */
function findAreas(item: FieldModel, value: unknown): { areas: Rect[]; width: number; height: number } {
  const list = childFields(item, value).find(({ widget }) => widget === 'areas');
  const areas = list && (value as Record<string, unknown>)[list.name];
  return { areas: Array.isArray(areas) ? areas.map(toRect) : [], ...pictureSizeOf(list?.options ?? {}) };
}
