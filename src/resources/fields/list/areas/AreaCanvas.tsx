import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useRef } from 'react';
import { resizeByGrip, GRIPS, type Rect, type Size } from './geometry.ts';
import { toLetters } from '../../../fieldKit/toLetters.ts';
import { useAreaDrag } from './useAreaDrag.ts';
import { t } from '../../../../../schemas/texts/translate.ts';

const Canvas = styled('div')({
  position: 'relative',
  width: '100%',
  maxWidth: 416,
  borderRadius: 8,
  background: 'var(--press)',
  cursor: 'crosshair',
  touchAction: 'none',
  userSelect: 'none',
  '& > img': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    borderRadius: 8,
    objectFit: 'fill',
    pointerEvents: 'none',
  },
});
const Area = styled('div')({
  position: 'absolute',
  border: '1px solid #fff',
  boxShadow: '0 0 0 1px #15191c66',
  background: '#15191c33',
  borderRadius: 2,
  cursor: 'move',
  touchAction: 'none',
  '&:is([aria-pressed=true], [data-draft])': {
    zIndex: 1,
    borderWidth: 2,
    boxShadow: '0 0 0 2px var(--accent)',
    background: '#0b6a7859',
  },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 3 },
  '& > b': {
    position: 'absolute',
    left: 6,
    top: 6,
    minWidth: 22,
    height: 22,
    borderRadius: 4,
    background: '#15191cd9',
    color: '#fff',
    fontSize: 12,
    lineHeight: '22px',
    fontWeight: 600,
    textAlign: 'center',
  },
  '&[aria-pressed=true] > b': { background: '#0b6a78' },
  '&[data-faults] > b': { background: '#b42a23' },
});
/** Larger than it looks, for fingers. */
const Handle = styled('span')({
  position: 'absolute',
  width: 24,
  height: 24,
  margin: -12,
  display: 'grid',
  placeItems: 'center',
  touchAction: 'none',
  '&::after': {
    content: '""',
    width: 8,
    height: 8,
    background: '#fff',
    border: '1.5px solid #0b6a78',
    borderRadius: 2,
  },
});

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
const KEY_STEP = 10;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface AreaCanvasProps {
  label: string;
  pictureUrl: string | undefined;
  picture: Size;
  areas: Rect[];
  /** What each area does, for its accessible name. */
  actionNames: string[];
  invalidIndexes: number[];
  chosen: number | undefined;
  readOnly: boolean;
  onChoose: (index: number) => void;
  onChange: (index: number, rect: Rect) => void;
  onDrawn: (rect: Rect) => void;
  onRemove: (index: number) => void;
}

/** A picture on which areas are drawn, moved and resized by pointer and keyboard. */
export function AreaCanvas(props: AreaCanvasProps) {
  const { label, pictureUrl, picture, areas, actionNames, invalidIndexes, chosen, readOnly } = props;
  const { onChoose, onChange, onDrawn, onRemove } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const { draft, startDrag, startDrawing } = useAreaDrag({ canvas, picture, areas, onChange, onDrawn });
  const onKey = (event: KeyboardEvent, index: number): void => {
    const [dx, dy] = ARROWS[event.key] ?? [0, 0];
    const from = areas[index];
    if (event.key === 'Enter' || event.key === ' ') onChoose(index);
    else if (readOnly || !from) return;
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(index);
    else if (dx === 0 && dy === 0) return;
    else {
      const step = event.altKey ? 1 : KEY_STEP;
      onChange(index, resizeByGrip(from, event.shiftKey ? 'se' : 'move', dx * step, dy * step, picture));
    }
    event.preventDefault();
  };
  const toStyle = (rect: Rect) => ({
    left: percent(rect.x, picture.width),
    top: percent(rect.y, picture.height),
    width: percent(rect.width, picture.width),
    height: percent(rect.height, picture.height),
  });
  return (
    <Canvas
      ref={canvas}
      role="group"
      aria-label={label}
      style={{ aspectRatio: picture.width / picture.height }}
      onPointerDown={readOnly ? undefined : startDrawing}
    >
      {pictureUrl === undefined ? null : <img src={pictureUrl} alt="" referrerPolicy="no-referrer" />}
      {areas.map((area, index) => (
        <Area
          key={index}
          role="button"
          tabIndex={0}
          data-list-item
          aria-pressed={chosen === index}
          aria-label={t('Area %{index}%{names}', {
            index: toLetters(index),
            names: actionNames[index] ? `: ${actionNames[index]}` : '',
          })}
          data-faults={invalidIndexes.includes(index) || undefined}
          style={toStyle(draft?.index === index ? draft.rect : area)}
          onKeyDown={(event) => onKey(event, index)}
          onFocus={() => onChoose(index)}
          onPointerDown={(event) => {
            onChoose(index);
            if (readOnly) event.stopPropagation();
            else startDrag(event, index, 'move');
          }}
        >
          <b aria-hidden>{toLetters(index)}</b>
          {chosen === index && !readOnly
            ? GRIPS.map((grip) => (
                <Handle
                  key={grip}
                  data-grip={grip}
                  style={{
                    left: grip.includes('w') ? 0 : grip.includes('e') ? '100%' : '50%',
                    top: grip.includes('n') ? 0 : grip.includes('s') ? '100%' : '50%',
                    cursor: `${grip}-resize`,
                  }}
                  onPointerDown={(event) => startDrag(event, index, grip)}
                />
              ))
            : null}
        </Area>
      ))}
      {draft && draft.index === undefined ? <Area data-draft style={toStyle(draft.rect)} /> : null}
    </Canvas>
  );
}
