import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { MENU_SIZES, PATTERNS, type MenuSize, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import { pictureUrl, type StoredFile } from '../../../../schemas/model/files.ts';
import { PatternDrawing } from '../PatternDrawing.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

const Frame = styled('span')({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: 4,
  overflow: 'hidden',
  border: '1px solid var(--frame)',
  background: 'var(--sunken)',
  '& img': { display: 'block', width: '100%' },
  '& rect': { fill: 'var(--press)', stroke: 'var(--field)' },
});

interface MenuPictureProps {
  size: MenuSize;
  pattern: Pattern;
  image: StoredFile | null | undefined;
  width: number;
}

/** A menu's picture in its true shape; its pattern while there is none. */
export function MenuPicture({ size, pattern, image, width }: MenuPictureProps) {
  const whole = MENU_SIZES[size];
  return (
    <Frame style={{ width, aspectRatio: whole.width / whole.height }}>
      {image ? (
        <img src={pictureUrl(image.url, 300)} alt="" loading="lazy" decoding="async" />
      ) : (
        <PatternDrawing pattern={pattern} />
      )}
    </Frame>
  );
}

const SIZE_NAMES: Record<MenuSize, string> = { original: t('Original'), compact: t('Compact') };

/** "Original, 6 areas". */
export const shapeText = (size: MenuSize, pattern: Pattern): string => {
  const count = PATTERNS[pattern].areas.length;
  return count === 1
    ? t('%{size}, 1 area', { size: SIZE_NAMES[size] })
    : t('%{size}, %{count} areas', { size: SIZE_NAMES[size], count });
};

/** Loads more when it comes into sight, and again while it still is once rows have come. @param loaded rows that are there */
export function Sentinel({ loaded, onSeen }: { loaded: number; onSeen: () => void }) {
  const here = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    if (!here.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(here.current);
    return () => observer.disconnect();
    // A watcher tells only when it comes into sight or leaves: a new one tells whether it is in sight now.
  }, [loaded]);
  return <div ref={here} style={{ height: 1 }} />;
}
