import { styled } from '@mui/material/styles';
import { memo } from 'react';
import type { ChartPoint, ChartProps, ChartSeries } from './types.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  ...TEXT.small,
  '& th, & td': { padding: '6px 12px', textAlign: 'right', borderBottom: '1px solid var(--line)' },
  '& th:first-of-type': { textAlign: 'left', fontWeight: 400 },
  '& thead th': { color: 'var(--ink-2)', fontWeight: 500, fontSize: 12 },
  '& td': { fontVariantNumeric: 'tabular-nums' },
});

interface ChartTableProps extends Pick<ChartProps, 'points' | 'series'> {
  format: (value: number) => string;
  /** Not only for screen readers. */
  isVisible?: boolean;
  /** Id of the chart's heading. */
  labelledBy: string;
}

const Frame = styled('div')({ '&[data-seen]': { maxHeight: 320, overflow: 'auto' } });

/** Points without values, such as future ones, have no rows. */
const hasValue =
  (series: readonly ChartSeries[]) =>
  ({ values }: ChartPoint): boolean =>
    series.some(({ key }) => values[key] !== null && values[key] !== undefined);

/** The numbers of a chart as a table. */
export const ChartTable = memo(
  ({ points, series, format, labelledBy, isVisible = false }: ChartTableProps) => (
    // Focusable, so that the keyboard can scroll it.
    <Frame data-seen={isVisible || undefined} tabIndex={isVisible ? 0 : undefined}>
      <Table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">
              <span style={{ opacity: 0.9 }}>{t('Point')}</span>
            </th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.filter(hasValue(series)).map((point) => (
            <tr key={point.fullLabel ?? point.label}>
              <th scope="row">
                {[point.fullLabel ?? point.label, point.mark?.label].filter(Boolean).join(t(', '))}
              </th>
              {series.map(({ key }) => {
                const value = point.values[key];
                return <td key={key}>{value === null || value === undefined ? '' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Frame>
  ),
);
