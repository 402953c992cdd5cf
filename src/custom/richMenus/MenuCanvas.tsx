import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { Bounds } from '../../../schemas/richMenus/patterns.ts';
import { toLetters } from '../../resources/fieldKit/toLetters.ts';
import { nearestArea } from './areasModel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Canvas = styled('div')({
  position: 'relative',
  width: '100%',
  maxWidth: 640,
  borderRadius: 8,
  overflow: 'hidden',
  background: 'var(--sunken)',
  '& > img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'fill' },
  '&[data-over=true]': { outline: '2px dashed var(--accent)', outlineOffset: -2 },
});
const Area = styled('button')({
  position: 'absolute',
  padding: 0,
  border: '1px solid #15191c40',
  borderRadius: 3,
  background: 'none',
  cursor: 'pointer',
  // An area without an action.
  '&[data-empty]': { border: '1px dashed #15191c99', background: '#ffffff59' },
  'div:not(:has(> img)) > &[data-empty]:not([aria-pressed=true])': {
    borderColor: 'var(--field)',
    background: 'none',
  },
  '&[aria-pressed=true]': {
    zIndex: 1,
    border: '3px solid #0b6a78',
    boxShadow: 'inset 0 0 0 2px #fff',
    background: '#0b6a781a',
  },
  '[data-clear=true] > &[aria-pressed=true]': { background: 'none' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -6 },
  '& > b': {
    position: 'absolute',
    left: 8,
    top: 8,
    minWidth: 24,
    height: 24,
    borderRadius: 4,
    background: '#15191cd9',
    color: '#fff',
    fontSize: 13,
    lineHeight: '24px',
    fontWeight: 600,
    textAlign: 'center',
  },
  '&[data-empty] > b': { background: '#ffffffe6', color: '#15191c', boxShadow: '0 0 0 1px #15191c66' },
  // Aligned with the others, whose border is thinner.
  '&[aria-pressed=true] > b': {
    ...{ left: 6, top: 6, background: '#0b6a78', color: '#fff', boxShadow: 'none' },
  },
  '&[data-faults] > b': { background: '#b42a23', color: '#fff', boxShadow: 'none' },
});

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

interface MenuCanvasProps {
  size: { width: number; height: number };
  source: string | undefined;
  areas: readonly Bounds[];
  /** Label and action of each area; empty without an action. */
  names: string[];
  faulty: number[];
  chosen: number;
  onChoose: (index: number) => void;
  isOver?: boolean;
  /** Whether the chosen area has no overlay, so that its colours can be seen. */
  isClear?: boolean;
}

/** A menu's picture with its lettered areas, which are chosen by click, Tab and arrow keys. */
export function MenuCanvas(props: MenuCanvasProps) {
  const { size, source, areas, names, faulty, chosen, onChoose, isOver = false, isClear } = props;
  const canvas = useRef<HTMLDivElement>(null);
  return (
    <Canvas
      ref={canvas}
      role="group"
      aria-label={t('Areas on the picture')}
      data-over={isOver}
      data-clear={isClear}
      style={{ aspectRatio: size.width / size.height }}
    >
      {source === undefined ? null : <img src={source} alt="" />}
      {areas.map((area, index) => (
        <Area
          key={index}
          type="button"
          aria-pressed={chosen === index}
          aria-label={t('Area %{index}: %{names}', {
            index: toLetters(index),
            names: names[index] || t('no action yet'),
          })}
          data-empty={names[index] ? undefined : true}
          data-faults={faulty.includes(index) || undefined}
          style={{
            left: percent(area.x, size.width),
            top: percent(area.y, size.height),
            width: percent(area.width, size.width),
            height: percent(area.height, size.height),
          }}
          onClick={() => onChoose(index)}
          onFocus={() => onChoose(index)}
          onKeyDown={(event) => {
            const next = nearestArea(areas, index, event.key);
            if (next === undefined) return;
            event.preventDefault();
            canvas.current?.querySelectorAll<HTMLElement>('button[aria-pressed]')[next]?.focus();
          }}
        >
          <b aria-hidden>{toLetters(index)}</b>
        </Area>
      ))}
    </Canvas>
  );
}
