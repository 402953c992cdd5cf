import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useRef, useState } from 'react';
import { formatBytes } from '../../../schemas/model/files.ts';
import { MENU_SIZES, type MenuSize } from '../../../schemas/richMenus/patterns.ts';
import { useFieldError, useRevealFocus } from '../../resources/fieldKit/useSession.ts';
import type { MenuImage } from './useMenuImage.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';
import { TEXT_BUTTON_INSET_PX } from '../../theme/tokens.ts';

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 0',
  minHeight: 32,
  marginBottom: 8,
  '& h2': { margin: 0, ...TEXT.body, fontWeight: 600 },
  '& > span': {
    ...{ flex: 1, marginLeft: 12, minWidth: 0, ...TEXT.small, color: 'var(--ink-3)' },
    ...{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '& > button:last-of-type': { marginRight: -TEXT_BUTTON_INSET_PX },
  [theme.breakpoints.down('sm')]: { flexWrap: 'nowrap' },
}));
const Fault = styled('p')({
  margin: '8px 0 0',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  ...TEXT.small,
  color: 'var(--danger)',
});
const UploadProgress = styled('div')({ display: 'flex', gap: 12, alignItems: 'center', marginTop: 8 });
/** Below the canvas, so that it covers no area. */
const Offer = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  marginTop: 12,
  ...TEXT.caption,
  color: 'var(--ink-3)',
  '& > span': { flex: '1 1 200px' },
});

interface ImageZoneProps {
  size: MenuSize;
  image: MenuImage;
  readOnly: boolean;
  onGuide: () => void;
  /** Opens the dialog that crops a refused picture. */
  onFit: (file: File) => void;
  /** Opens the dialog that draws a picture. */
  onMake: () => void;
  canvas: (isOver: boolean) => ReactNode;
}

/** The menu's picture, chosen, dropped or pasted, with its error below. */
export function ImageZone({ size, image, readOnly, onGuide, onFit, onMake, canvas }: ImageZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const shown = useFieldError('/image');
  useRevealFocus(['image'], () => choose.current);
  const { file, progress, fault, refused } = image;
  const { width, height } = MENU_SIZES[size];
  const take = (files: FileList): boolean => {
    const [first] = files;
    if (!first || readOnly) return false;
    image.upload(first);
    return true;
  };
  const faultText = fault ?? shown;
  const canChange = !readOnly && progress === undefined;
  const isNarrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  const pick = (label: string, variant: 'text' | 'outlined') => (
    <Button
      ref={choose}
      size="small"
      variant={variant}
      aria-describedby={faultText ? 'rich-menu-image-fault' : undefined}
      onClick={() => input.current?.click()}
    >
      {label}
    </Button>
  );
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!readOnly);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData.files)) event.preventDefault();
      }}
    >
      <Head>
        <h2>{t('Image')}</h2>
        <span>
          {file
            ? [!isNarrow && file.name, `${file.width ?? 0} × ${file.height ?? 0}`, formatBytes(file.size)]
                .filter(Boolean)
                .join(t(', '))
            : ''}
        </span>
        {isNarrow || !file || !canChange ? null : (
          <>
            {pick(t('Replace'), 'text')}
            <Button size="small" onClick={onMake}>
              {t('Make one here')}
            </Button>
          </>
        )}
        <Button size="small" onClick={onGuide}>
          {t('Image guide')}
        </Button>
      </Head>
      {canvas(isOver)}
      {!canChange || (file && !isNarrow) ? null : (
        <Offer>
          {pick(file ? t('Replace') : t('Choose an image'), 'outlined')}
          <Button size="small" variant="outlined" onClick={onMake}>
            {t('Make one here')}
          </Button>
          {isNarrow ? null : <span>{t('or drop or paste it here')}</span>}
        </Offer>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('Image')}
        accept="image/jpeg,image/png,.jpg,.jpeg,.png"
        onChange={(event) => {
          if (event.target.files) take(event.target.files);
          // The same file can be chosen again after it was corrected.
          event.target.value = '';
        }}
      />
      {progress === undefined ? null : (
        <UploadProgress>
          <LinearProgress
            variant="determinate"
            value={Math.round(progress * 100)}
            aria-label={t('Uploading the image')}
            sx={{ flex: 1 }}
          />
          <Button size="small" color="inherit" onClick={image.cancel}>
            {t('Cancel')}
          </Button>
        </UploadProgress>
      )}
      {faultText && progress === undefined ? (
        <Fault role="alert" id="rich-menu-image-fault">
          {faultText}
          {refused ? (
            <Button size="small" variant="outlined" onClick={() => onFit(refused)}>
              {t('Fit to %{width} × %{height}', { width, height })}
            </Button>
          ) : null}
        </Fault>
      ) : null}
    </div>
  );
}
