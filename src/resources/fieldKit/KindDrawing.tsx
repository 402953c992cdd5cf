import type { ReactNode } from 'react';
import { FormIcon } from './FormIcon.tsx';

const line = { stroke: 'var(--ink-3)', strokeWidth: 2, strokeLinecap: 'round' } as const;
const faint = { ...line, stroke: 'var(--field)' } as const;
const card = { fill: 'var(--sheet)', stroke: 'var(--field)', strokeWidth: 1 } as const;
const picture = { fill: 'var(--accent-soft)' } as const;
const mark = { fill: 'var(--accent)' } as const;
const button = { stroke: 'var(--accent)', strokeWidth: 2, strokeLinecap: 'round' } as const;

/** Hills below a sun, in a box. */
const Hills = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => (
  <>
    <rect {...{ x, y, width, height }} rx={2} {...picture} />
    <path
      d={`M${x} ${y + height} l${width * 0.36} ${-height * 0.5} l${width * 0.24} ${height * 0.26} l${width * 0.16} ${-height * 0.18} l${width * 0.24} ${height * 0.42} z`}
      {...mark}
      opacity={0.55}
    />
    <circle cx={x + width * 0.76} cy={y + height * 0.3} r={Math.min(width, height) * 0.12} {...mark} />
  </>
);

/** Drawings of 64 by 48 px, by icon name. */
const DRAWINGS: Record<string, ReactNode> = {
  text: (
    <>
      <path
        d="M14 10h36a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H22l-8 6v-6a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z"
        {...card}
      />
      <path d="M16 19h32M16 27h20" {...line} />
    </>
  ),
  image: (
    <>
      <rect x={8} y={5} width={48} height={38} rx={4} {...card} />
      <Hills x={11} y={8} width={42} height={32} />
    </>
  ),
  video: (
    <>
      <rect x={6} y={8} width={52} height={32} rx={4} {...card} />
      <rect x={9} y={11} width={46} height={26} rx={2} {...picture} />
      <path d="M28 17.5v13l11-6.5z" {...mark} />
    </>
  ),
  carousel: (
    <>
      <rect x={5} y={5} width={30} height={38} rx={3} {...card} />
      <Hills x={8} y={8} width={24} height={14} />
      <path d="M9 28h16" {...line} />
      <path d="M14 36h12" {...button} />
      <path d="M63 5H42a3 3 0 0 0-3 3v32a3 3 0 0 0 3 3h21" {...card} />
      <rect x={42} y={8} width={21} height={14} rx={2} {...picture} />
      <path d="M43 28h14" {...line} />
      <path d="M48 36h12" {...button} />
    </>
  ),
  'image-carousel': (
    <>
      <Hills x={4} y={11} width={26} height={26} />
      <path d="M11 33h12" stroke="var(--sheet)" strokeWidth={4} strokeLinecap="round" />
      <rect x={34} y={11} width={26} height={26} rx={2} {...picture} />
      <circle cx={47} cy={22} r={5} {...mark} opacity={0.55} />
      <path d="M41 33h12" stroke="var(--sheet)" strokeWidth={4} strokeLinecap="round" />
    </>
  ),
  option: (
    <>
      <rect x={11} y={4} width={42} height={40} rx={4} {...card} />
      <path d="M17 11h28" {...line} />
      <path d="M11 18h42M11 27h42M11 36h42" stroke="var(--line)" />
      <path d="M24 22.5h16M24 31.5h16M24 40h16" {...button} />
    </>
  ),
  imagemap: (
    <>
      <Hills x={10} y={4} width={44} height={40} />
      <path d="M32 4v40M10 24h44" stroke="var(--sheet)" strokeWidth={2} strokeDasharray="3 2" />
      <rect x={10} y={4} width={22} height={20} fill="var(--accent)" opacity={0.3} />
    </>
  ),
  flex: (
    <>
      <rect x={11} y={4} width={42} height={40} rx={4} {...card} />
      <path d="M17 12h14" {...line} strokeWidth={4} />
      <path d="M17 22h12M17 29h12" {...faint} />
      <path d="M41 22h6M41 29h6" {...line} />
      <rect x={17} y={35} width={30} height={5} rx={2.5} {...mark} />
    </>
  ),
};

/** A small drawing of an item type; its icon where there is no drawing. */
export function KindDrawing({ name }: { name: string }) {
  const drawing = DRAWINGS[name];
  if (drawing === undefined) return <FormIcon name={name} />;
  return (
    <svg viewBox="0 0 64 48" fill="none" aria-hidden focusable="false" data-drawing={name}>
      {drawing}
    </svg>
  );
}
