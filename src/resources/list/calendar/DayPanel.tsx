import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { Link } from 'react-router';
import { recordTitle } from '../../../../schemas/model/fields.ts';
import type { FieldModel, PanelModel } from '../../../../schemas/model/types.ts';
import { useOpenPath } from '../../openPath.ts';
import { useRights } from '../../changes/useRights.ts';
import { type Day, dayText, timeText } from '../../dates/days.ts';
import { Cell } from '../../fieldKit/Value.tsx';
import { zoneOf } from '../../clock.ts';
import type { ListRecord } from '../../fieldKit/types.ts';
import { entityLabel } from '../../entityLabels.ts';
import { Panel } from '../../panels/Panel.tsx';
import { hasScreen } from '../../paths.ts';
import type { ConsoleEntity } from '../../product.ts';
import { zoneLabel } from '../../../../schemas/model/zonedTime.ts';
import { CalendarDayProvider } from './CalendarDay.ts';
import { toDayAndTime } from './monthModel.ts';
import { findStateField } from './stateTone.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

const Frame = styled('section')(({ theme }) => ({
  borderLeft: '1px solid var(--line)',
  padding: '8px var(--edge) 24px',
  ...TEXT.small,
  '& h2, & h3': { margin: 0, fontSize: 14, lineHeight: '32px', fontWeight: 600 },
  '& h3': { margin: '24px 0 4px', fontSize: 13, lineHeight: '24px' },
  '& ul': { listStyle: 'none', margin: '4px 0 0', padding: 0 },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '0 12px',
    padding: '8px 0',
    fontVariantNumeric: 'tabular-nums',
  },
  '& li + li': { borderTop: '1px solid var(--line)' },
  '& li > :last-child': { gridColumn: 2, color: 'var(--ink-2)' },
  '& a, & b': { color: 'inherit', fontWeight: 500, overflowWrap: 'anywhere' },
  '& a:not(:hover)': { textDecoration: 'none' },
  '& p': { margin: '8px 0 0', color: 'var(--ink-3)' },
  [theme.breakpoints.down('lg')]: { borderLeft: 0, borderTop: '1px solid var(--line)' },
}));

interface DayPanelProps {
  model: ConsoleEntity;
  field: FieldModel;
  day: Day;
  records: ListRecord[];
  panel: PanelModel | undefined;
  isPending: boolean;
  /** Not all records of the day could be loaded. */
  isIncomplete: boolean;
}

/** The selected day: its records as links, and the schema's panel below. */
export const DayPanel = ({ model, field, day, records, panel, isPending, isIncomplete }: DayPanelProps) => {
  const id = useId();
  const paths = useOpenPath(model);
  const { may } = useRights(model);
  const opensInShow = (model.routes !== false && model.routes.show !== undefined) || !may('update');
  const state = findStateField(model);
  const hasTimes = field.type === 'date-time';
  return (
    <Frame aria-labelledby={id}>
      <h2 id={id}>{dayText(day)}</h2>
      <ul>
        {records.map((record) => (
          <li key={record.id}>
            <span>{timeText(toDayAndTime(field, record)?.time ?? '')}</span>
            {hasScreen(model) ? (
              <Link to={paths(opensInShow ? 'show' : 'edit', record.id)}>{recordTitle(model, record)}</Link>
            ) : (
              <b>{recordTitle(model, record)}</b>
            )}
            {state && (
              <span>
                <Cell field={state} value={record[state.name]} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {records.length === 0 && (
        <p role="status">
          {isIncomplete
            ? t('This day could not be loaded')
            : isPending
              ? t('Loading…')
              : t('No %{noun} on this day', { noun: entityLabel(model, 0) })}
        </p>
      )}
      {panel && (
        <CalendarDayProvider value={day}>
          <h3>{panel.label}</h3>
          <Panel quiet name={panel.panel} />
        </CalendarDayProvider>
      )}
      {hasTimes && <p>{t('Times in %{field}', { field: zoneLabel(zoneOf(field)) })}</p>}
    </Frame>
  );
};
