import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { shortNumber } from '../format.ts';
import { buildChartColours } from './colours.ts';
import { CartesianDrawing } from './CartesianDrawing.tsx';
import { PieDrawing } from './PieDrawing.tsx';
import { pointX, PLOT_MARGINS_PX, pointIndexAt } from './plot.ts';
import type { ChartProps } from './types.ts';
import { useWidth } from './useWidth.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Frame = styled('div')({
  position: 'relative',
  minWidth: 0,
  borderRadius: 6,
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
  '& svg, & svg *': { outline: 'none' },
});
/** The vertical line at the active point. */
const Guide = styled('div')({
  position: 'absolute',
  top: PLOT_MARGINS_PX.top,
  bottom: PLOT_MARGINS_PX.bottom,
  pointerEvents: 'none',
  borderLeft: '1px dashed var(--ink-2)',
});
/** The values of the active point. */
const Tooltip = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 8,
  zIndex: 1,
  pointerEvents: 'none',
  padding: '8px 12px',
  borderRadius: 8,
  border: '1px solid var(--line)',
  backgroundColor: 'var(--sheet)',
  boxShadow: theme.shadows[3],
  ...TEXT.caption,
  whiteSpace: 'nowrap',
  '& strong': { fontSize: 13, fontWeight: 600 },
  '& i': {
    display: 'inline-block',
    width: 10,
    height: 3,
    borderRadius: 2,
    marginRight: 6,
    verticalAlign: 'middle',
  },
}));
/** A piece of the line that it names: a previous period is dashed. */
const lineSample = {
  backgroundColor: 'currentcolor',
  '&[data-before]': {
    background: 'linear-gradient(90deg, currentcolor 60%, transparent 60%) 0 0 / 5px 100%',
    width: 15,
    height: 2,
    borderRadius: 0,
  },
} as const;

const Legend = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: '8px 0',
  padding: 0,
  listStyle: 'none',
  fontSize: 12,
  color: 'var(--ink-2)',
  '& i': {
    ...lineSample,
    display: 'inline-block',
    width: 12,
    height: 3,
    borderRadius: 2,
    marginRight: 6,
    verticalAlign: 'middle',
  },
});

export interface DrawingProps extends ChartProps {
  height: number;
  format: (value: number) => string;
}

/** The drawing of a chart. Left and right move through its points, Home and End to the first and last, Esc out of them. */
export const ChartDrawing = (props: DrawingProps) => {
  const { title, kind, points, series, height, format } = props;
  const { ref, width } = useWidth();
  const theme = useTheme();
  const colours = useMemo(() => buildChartColours(theme), [theme]);
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)', { noSsr: true });
  const [active, setActive] = useState<number>();
  const point = active === undefined ? undefined : points[active];
  const valueText = (key: string): string => {
    const value = point?.values[key];
    return value === null || value === undefined ? 'unknown' : format(value);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = points.length - 1;
    if (event.key === 'Escape') return setActive(undefined);
    const next = {
      ArrowRight: Math.min(last, (active ?? -1) + 1),
      ArrowLeft: Math.max(0, (active ?? points.length) - 1),
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent): void => {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    setActive(pointIndexAt(x, { count: points.length, width, banded: kind === 'bar' }));
  };
  const drawingProps = {
    kind,
    series,
    points,
    height,
    width,
    colours,
    animated: !prefersReducedMotion,
    tick: shortNumber,
  };
  const dots = new Set(points.flatMap(({ mark }) => (mark?.as === 'dot' ? [mark.label] : [])));
  const hasSeriesLegend = props.hasLegend ?? (series.length > 1 || kind === 'pie');
  const isLeft = active !== undefined && active < points.length / 2;
  const legend = (hasSeriesLegend || dots.size > 0) && (
    <Legend aria-hidden>
      {hasSeriesLegend &&
        (kind === 'pie' ? points : series).map((one, index) => (
          <li key={one.label}>
            <i
              data-before={('isPrevious' in one && one.isPrevious) || undefined}
              style={{ color: 'key' in one ? colours.forSeries(one, index) : colours.series(index) }}
            />
            {one.label}
          </li>
        ))}
      {[...dots].map((label) => (
        <li key={label}>
          <i style={{ color: colours.warning, width: 7, height: 7 }} />
          {label}
        </li>
      ))}
    </Legend>
  );
  return (
    <>
      {kind !== 'pie' && legend}
      <Frame
        ref={ref}
        role="group"
        tabIndex={0}
        aria-label={t('%{title}: %{count} points, arrow keys walk through them', {
          title,
          count: points.length,
        })}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(undefined)}
        onPointerMove={kind === 'pie' ? undefined : onPointerMove}
        onMouseLeave={() => setActive(undefined)}
      >
        <div aria-hidden style={{ height }}>
          {kind === 'pie' ? (
            <PieDrawing {...drawingProps} active={active} onActive={setActive} />
          ) : (
            <CartesianDrawing {...drawingProps} />
          )}
        </div>
        {/* Always mounted: mounting on the first pointer move would recalculate styles then. */}
        {(kind === 'area' || kind === 'line') && (
          <Guide
            aria-hidden
            hidden={!point}
            style={{ left: pointX(active ?? 0, { count: points.length, width }) }}
          />
        )}
        <Tooltip aria-hidden hidden={!point} style={isLeft ? { right: 8 } : { left: 64 }}>
          {point && (
            <>
              {point.fullLabel ?? point.label}
              {series.map(({ key, label }, index) => (
                <div key={key}>
                  {series.length > 1 && (
                    <i style={{ backgroundColor: colours.forSeries(series[index], index) }} />
                  )}
                  {series.length > 1 && `${label} `}
                  <strong>{valueText(key)}</strong>
                </div>
              ))}
              {point.mark && <div>{point.mark.label}</div>}
            </>
          )}
        </Tooltip>
        <span role="status" style={visuallyHidden}>
          {point &&
            `${point.fullLabel ?? point.label}: ${[...series.map(({ key, label }) => `${label} ${valueText(key)}`), ...(point.mark ? [point.mark.label] : [])].join(t(', '))}`}
        </span>
      </Frame>
      {kind === 'pie' && legend}
    </>
  );
};
