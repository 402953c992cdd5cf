import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Slider from '@mui/material/Slider';
import { styled } from '@mui/material/styles';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { MENU_SIZES, type MenuSize } from '../../../schemas/richMenus/patterns.ts';
import { encodeCanvas, MAX_IMAGE_BYTES } from './encodeCanvas.ts';
import { computeCrop, type Placement, encodeWithinBytes } from './fit.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

/** Share of the picture that an arrow key moves it by. */
const STEP = 0.05;

const Stage = styled('canvas')({
  display: 'block',
  width: '100%',
  borderRadius: 8,
  background: 'var(--sunken)',
  cursor: 'move',
  touchAction: 'none',
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 2 },
});
const Help = styled('p')({ margin: '8px 0 12px', ...TEXT.caption, color: 'var(--ink-3)' });
const Zoom = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: 16,
  alignItems: 'center',
  fontSize: 13,
});
const Fault = styled('p')({ margin: '8px 0 0', fontSize: 13, color: 'var(--danger)' });

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface FitDialogProps {
  file: File;
  size: MenuSize;
  onFitted: (file: File) => void;
  onClose: () => void;
}

/** Dialog that crops a picture to the menu's size: it is moved and zoomed under a frame, scaled, and compressed below 1 MB. */
export function FitDialog({ file, size, onFitted, onClose }: FitDialogProps) {
  const frame = MENU_SIZES[size];
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [placement, setPlacement] = useState<Placement>({ zoom: 1, x: 0.5, y: 0.5 });
  const [fault, setFault] = useState<string>();
  const [isWorking, setWorking] = useState(false);

  useEffect(() => {
    let bitmap: ImageBitmap | undefined;
    let isUnmounted = false;
    createImageBitmap(file).then(
      (loaded) => {
        bitmap = loaded;
        if (isUnmounted) loaded.close();
        else setPicture(loaded);
      },
      () => setFault(t('The image cannot be opened')),
    );
    return () => {
      isUnmounted = true;
      bitmap?.close();
    };
  }, [file]);
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, placement);
  }, [picture, placement]);

  const move = (dx: number, dy: number): void =>
    setPlacement(({ zoom, x, y }) => ({ zoom, x: clamp(x + dx, 1), y: clamp(y + dy, 1) }));
  const startDrag = (event: PointerEvent<HTMLCanvasElement>): void => {
    const target = event.currentTarget;
    const box = target.getBoundingClientRect();
    let last = { x: event.clientX, y: event.clientY };
    target.setPointerCapture?.(event.pointerId);
    const onMove = (at: globalThis.PointerEvent): void => {
      if (!picture) return;
      const crop = computeCrop(picture, frame, placement);
      const unit = crop.width / box.width;
      const share = (by: number, room: number): number => (room < 1 ? 0 : (-by * unit) / room);
      move(
        share(at.clientX - last.x, picture.width - crop.width),
        share(at.clientY - last.y, picture.height - crop.height),
      );
      last = { x: at.clientX, y: at.clientY };
    };
    const end = (): void => {
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', end);
      target.removeEventListener('pointercancel', end);
    };
    target.addEventListener('pointermove', onMove);
    target.addEventListener('pointerup', end);
    target.addEventListener('pointercancel', end);
  };
  const use = async (): Promise<void> => {
    if (!picture) return;
    setWorking(true);
    const result = document.createElement('canvas');
    Object.assign(result, frame);
    draw(result, picture, placement);
    const blob = await encodeWithinBytes(
      (quality) => encodeCanvas(result, 'image/jpeg', quality),
      MAX_IMAGE_BYTES,
    );
    setWorking(false);
    if (blob) onFitted(new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }));
    else setFault(t('File too large (1 MB)'));
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        {t('Fit to %{width} × %{height}', { width: frame.width, height: frame.height })}
      </DialogTitle>
      <DialogContent>
        <Stage
          ref={canvas}
          width={frame.width / 4}
          height={Math.round(frame.height / 4)}
          role="application"
          aria-label={t('What shows of the picture; arrow keys move it')}
          tabIndex={0}
          onPointerDown={startDrag}
          onKeyDown={(event) => {
            const by = ARROWS[event.key];
            if (!by) return;
            event.preventDefault();
            move(...by);
          }}
        />
        <Help>
          {t('Drag the image or move it with the arrow keys. It is saved as a JPEG of up to 1 MB.')}
        </Help>
        <Zoom>
          <span id={`${id}-zoom`}>{t('Zoom')}</span>
          <Slider
            aria-labelledby={`${id}-zoom`}
            min={1}
            max={4}
            step={0.05}
            value={placement.zoom}
            onChange={(_, zoom) => setPlacement((previous) => ({ ...previous, zoom }))}
          />
        </Zoom>
        {fault === undefined ? null : <Fault role="alert">{fault}</Fault>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="contained" disabled={!picture || isWorking} onClick={() => void use()}>
          {t('Use image')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, placement: Placement): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { x, y, width, height } = computeCrop(picture, canvas, placement);
  // LINE shows transparent parts in white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}
