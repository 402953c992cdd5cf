import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { messageOf } from '../../resources/changes/failures.ts';
import { formatNumber, shortNumber } from '../../resources/format.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { Placeholder } from '../../resources/states/Placeholder.ts';
import { changeText } from './filterModel.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

export const Cards = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  margin: '0 calc(-1 * var(--edge))',
  borderBottom: '1px solid var(--line)',
  '& > section + section': { borderLeft: '1px solid var(--line)' },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '& > section:nth-of-type(3)': { borderLeft: 0 },
    '& > section:nth-of-type(n + 3)': { borderTop: '1px solid var(--line)' },
  },
}));
const Card = styled('section')(({ theme }) => ({
  minWidth: 0,
  minHeight: 116,
  padding: '16px var(--edge)',
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minHeight: 24 },
  '& h2': { margin: 0, ...TEXT.small, fontWeight: 400, color: 'var(--ink-2)' },
  '& .number': { ...TEXT.display, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  '& .change': { ...TEXT.caption, color: 'var(--ink-3)' },
  '& .change b': { fontWeight: 500, color: 'var(--ink-2)' },
  '& .error': { ...TEXT.small, display: 'grid', justifyItems: 'start', gap: 8, color: 'var(--ink-2)' },
  [theme.breakpoints.down('sm')]: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    paddingBlock: '4px 12px',
    '& header': { minHeight: 36 },
    '& header > button': { margin: '0 -8px 0 auto', padding: '0 8px' },
    // Shown once above the cards.
    '& .change:has(b) > span': visuallyHidden,
  },
}));

interface FigureCardProps {
  title: string;
  /** Absent where nothing is requested: the number is "N/A". */
  now?: UseQueryResult<number>;
  before?: UseQueryResult<number>;
  /** The period of comparison: "the 30 days before". */
  against: string;
  /** Beside the title. */
  children?: ReactNode;
}

/** A number with its change. */
export const FigureCard = ({ title, now, before, against, children }: FigureCardProps) => {
  const id = useId();
  return (
    <Card aria-labelledby={id} aria-busy={now?.isFetching ?? false}>
      <header>
        <h2 id={id}>{title}</h2>
        {children}
      </header>
      {now ? <Figure now={now} before={before} against={against} /> : <div className="number">N/A</div>}
    </Card>
  );
};

const Figure = ({
  now,
  before,
  against,
}: Required<Pick<FigureCardProps, 'now'>> & Omit<FigureCardProps, 'title'>) => {
  if (now.error)
    return (
      <div className="error" role="alert">
        {messageOf(now.error)}
        <Button size="small" variant="outlined" onClick={() => void now.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    );
  if (now.data === undefined) return <Placeholder style={{ width: '50%', height: 28, margin: '6px 0' }} />;
  const short = shortNumber(now.data);
  const full = formatNumber(now.data);
  const change = before?.data === undefined || before.error ? undefined : changeText(now.data, before.data);
  const isSame = before?.data === now.data && !before.error;
  return (
    <>
      <div className="number" title={short === full ? undefined : full}>
        {short}
      </div>
      <div className="change">
        {(isSame || change !== undefined) && (
          <>
            <b>{isSame ? t('No change') : change}</b> <span>{t('against %{against}', { against })}</span>
          </>
        )}
        {change === undefined &&
          now.data > 0 &&
          before?.data === 0 &&
          t('Nothing in %{against}', { against })}
      </div>
    </>
  );
};
