import { useSyncExternalStore } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { messageOf } from '../../changes/failures.ts';
import { type Day, buildWeeks } from '../../dates/days.ts';
import { fieldNamed } from '../../columns.ts';
import type { EntityListModel } from '../useEntityList.ts';
import { DayPanel } from './DayPanel.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { computeToday } from './monthModel.ts';
import { MAX_RECORDS_SHOWN, useMonth } from './useMonth.ts';
import { t } from '../../../../schemas/texts/translate.ts';

const Frame = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 320px',
  '& > *': { minWidth: 0 },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' },
}));

/** Margin of notices, aligned with the grid. */
const NOTICE_MARGIN = { m: '16px var(--edge) 0' };

const MINUTE_MS = 60_000;
const everyMinute = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
};

/**
 * A list as a month calendar with the selected day beside it. The day is in the address.
 */
export const ListCalendar = ({ entityList }: { entityList: EntityListModel }) => {
  const { model, state, change } = entityList;
  const { calendar } = model.list;
  const field = calendar && fieldNamed(model, calendar.by);
  if (!calendar || !field) throw new Error(`The list of ${model.name} has no calendar.`);
  const today = useSyncExternalStore(everyMinute, () => computeToday(field, new Date()));
  const day = state.day ?? today;
  const weeks = buildWeeks(day);
  const month = useMonth(entityList, field, weeks[0]?.[0] ?? day, weeks.at(-1)?.at(-1) ?? day);
  const { days, error, retry, isPending, isTruncated } = month;
  // A truncated month is incomplete from its last loaded day on.
  const lastKnown = isTruncated ? [...days.keys()].toSorted().at(-1) : undefined;
  const open = (next: Day): void =>
    change({ day: next === today ? undefined : next, page: state.page }, { replace: true });
  return (
    <Frame>
      <div aria-busy={isPending}>
        {error && (
          <Alert
            severity="error"
            sx={NOTICE_MARGIN}
            action={
              <Button color="inherit" size="small" onClick={retry}>
                {t('Try again')}
              </Button>
            }
          >
            {days.size === 0
              ? t('This month could not be loaded')
              : t('Not all of this month could be loaded')}
            . {messageOf(error)}
          </Alert>
        )}
        {isTruncated && (
          <Alert severity="info" sx={NOTICE_MARGIN}>
            {t(
              'There are more than %{maxRecordsShown} in this month, of which the first are shown. Filters narrow them.',
              { maxRecordsShown: MAX_RECORDS_SHOWN },
            )}
          </Alert>
        )}
        <MonthGrid {...{ model, field, weeks, day, today, days, open }} />
      </div>
      <DayPanel
        {...{ model, field, day, isPending }}
        isIncomplete={error !== null || (lastKnown !== undefined && day >= lastKnown)}
        records={days.get(day) ?? []}
        panel={calendar.day}
      />
    </Frame>
  );
};
