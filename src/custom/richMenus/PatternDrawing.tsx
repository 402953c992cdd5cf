import { MENU_SIZES, PATTERNS, type Pattern } from '../../../schemas/richMenus/patterns.ts';

const WIDTH_PX = 46;

/** A thumbnail of a pattern's areas. */
export function PatternDrawing({ pattern }: { pattern: Pattern }) {
  const { size, areas } = PATTERNS[pattern];
  const whole = MENU_SIZES[size];
  const scale = WIDTH_PX / whole.width;
  const height = whole.height * scale;
  return (
    <svg width={WIDTH_PX} height={height} viewBox={`0 0 ${WIDTH_PX} ${height}`} aria-hidden>
      {areas.map(({ x, y, width, height: tall }) => (
        <rect
          key={`${x} ${y}`}
          x={x * scale + 1}
          y={y * scale + 1}
          width={width * scale - 2}
          height={tall * scale - 2}
          rx={2}
        />
      ))}
    </svg>
  );
}
