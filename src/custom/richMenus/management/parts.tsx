import { styled } from '@mui/material/styles';
import { MENU_SIZES, PATTERNS, type MenuSize, type Pattern } from '../../../../schemas/richMenus/patterns.ts';
import { resizedPictureUrl, type StoredFile } from '../../../../schemas/model/files.ts';
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

/** A menu's picture in its aspect ratio; its pattern while there is none. */
export function MenuPicture({ size, pattern, image, width }: MenuPictureProps) {
  const whole = MENU_SIZES[size];
  return (
    <Frame style={{ width, aspectRatio: whole.width / whole.height }}>
      {image ? (
        <img src={resizedPictureUrl(image.url, 300)} alt="" loading="lazy" decoding="async" />
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
