import { styled } from '@mui/material/styles';
import type { ChartProps } from './types.ts';

const Table = styled('table')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: 13,
    lineHeight: '20px',
    '& th, & td': { padding: '6px 12px', textAlign: 'right', borderBottom: `1px solid ${palette.divider}` },
    '& th:first-of-type': { textAlign: 'left', fontWeight: 400 },
    '& thead th': { color: palette.text.secondary, fontWeight: 500, fontSize: 12 },
    '& td': { fontVariantNumeric: 'tabular-nums' },
  };
});

interface ChartTableProps extends Pick<ChartProps, 'points' | 'series'> {
  format: (value: number) => string;
  /** Id of the chart's heading. */
  labelledBy: string;
}

/** The numbers of a chart. */
export const ChartTable = ({ points, series, format, labelledBy }: ChartTableProps) => (
  <div style={{ maxHeight: 320, overflow: 'auto' }}>
    <Table aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">
            <span style={{ opacity: 0.9 }}>Point</span>
          </th>
          {series.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.fullLabel ?? point.label}>
            <th scope="row">{point.fullLabel ?? point.label}</th>
            {series.map(({ key }) => {
              const value = point.values[key];
              return <td key={key}>{value === null || value === undefined ? '' : format(value)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
);
