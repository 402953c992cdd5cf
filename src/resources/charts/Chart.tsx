import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useDeferredValue, useId, useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { formatNumber } from '../format.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { StatePanel } from '../states/StatePanel.tsx';
import { ChartTable } from './ChartTable.tsx';
import type { ChartProps } from './types.ts';
import { PHONE, TEXT_BUTTON_INSET_PX } from '../../theme/tokens.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** recharts loads with the first drawing. */
const ChartDrawing = lazyComponent(() => import('./ChartDrawing.tsx').then((module) => module.ChartDrawing), {
  inPlace: true,
});

const Figure = styled('figure')({
  margin: 0,
  minWidth: 0,
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 8, marginBottom: 12 },
  '& h2': { margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& header > button': { margin: `0 -${TEXT_BUTTON_INSET_PX}px 0 auto` },
  // Wraps below the title where there is no room beside it.
  '& .about': { flex: '1 1 180px', fontSize: 13, color: 'var(--ink-2)' },
  [PHONE]: {
    '& header': { rowGap: 2 },
    '& h2': { flex: 1 },
    '& .about': { order: 1, flex: '1 0 100%' },
  },
});

const DEFAULT_HEIGHT_PX = 240;
const BARS = ['40%', '65%', '50%', '80%', '60%', '90%', '70%', '55%', '75%', '85%'];

const ChartSkeleton = ({ height }: { height: number }) => (
  <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
    <div style={{ display: 'flex', alignItems: 'flex-end', gap: '2%', height }}>
      {BARS.map((share) => (
        <Placeholder key={share} style={{ flex: 1, height: share }} />
      ))}
    </div>
  </DelayedPlaceholder>
);

const isEmpty = ({ points, series }: ChartProps): boolean =>
  !points.some(({ values }) => series.some(({ key }) => (values[key] ?? 0) !== 0));

/**
 * A chart of numbers over time or by category, with its loading, error and empty states. A table of the same numbers is
 * there for screen readers, and for everybody on demand.
 */
export const Chart = (props: ChartProps) => {
  const {
    title,
    description,
    isPending,
    hasNumbersBeside,
    error,
    onRetry,
    emptyText,
    emptyAction,
    height = DEFAULT_HEIGHT_PX,
  } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const format = props.format ?? formatNumber;
  const drawingProps = { ...props, height, format };
  // The drawing renders first, the hidden table after it.
  const laterPoints = useDeferredValue(props.points);
  const laterSeries = useDeferredValue(props.series);

  const body = (): React.ReactNode => {
    if (error) return <ErrorState inPlace error={error} onRetry={onRetry} />;
    if (isPending) return <ChartSkeleton height={height} />;
    if (isEmpty(props))
      return (
        <StatePanel inPlace title={emptyText ?? t('Nothing in this period')}>
          {emptyAction}
        </StatePanel>
      );
    if (asTable) return <ChartTable {...drawingProps} labelledBy={id} isVisible />;
    return (
      <>
        <ChartDrawing {...drawingProps} fallback={<ChartSkeleton height={height} />} />
        {!hasNumbersBeside && (
          <div style={visuallyHidden}>
            <ChartTable points={laterPoints} series={laterSeries} format={format} labelledBy={id} />
          </div>
        )}
      </>
    );
  };
  const hasNumbers = !error && !isPending && !isEmpty(props);
  return (
    <Figure aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {description && <span className="about">{description}</span>}
        {hasNumbers && !hasNumbersBeside && (
          <Button size="small" color="inherit" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('Show as table')}
          </Button>
        )}
      </header>
      <div style={{ minHeight: height }}>{body()}</div>
    </Figure>
  );
};
