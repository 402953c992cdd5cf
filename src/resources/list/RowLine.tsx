import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { recordTitle } from '../../../schemas/model/fields.ts';
import { matches } from '../../../schemas/model/match.ts';
import { buildActionEntries } from '../changes/actionEntries.ts';
import { useModelActions } from '../actions/useModelActions.tsx';
import { useRights } from '../changes/useRights.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { TEXT } from '../../theme/text.ts';
import { PHONE } from '../../theme/tokens.ts';

const Line = styled('span')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 4,
  ...TEXT.caption,
  color: 'var(--ink-3)',
  [PHONE]: TEXT.small,
  '& > span': {
    minWidth: 0,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    whiteSpace: 'normal',
  },
  '& > svg': { flex: 'none', marginTop: 1.5, fontSize: 15 },
  '&[data-tone=danger]': { color: 'var(--danger)' },
  '&[data-tone=warning]': { color: 'var(--warning)' },
  '& button': { minWidth: 0, minHeight: 0, padding: 0, ...TEXT.caption },
});

interface RowLineProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** Shows only lines with a tone. */
  onlyWithTone?: boolean;
}

/** The line below the name in a row (`list.under`): the first whose condition holds. */
export const RowLine = ({ model, record, onlyWithTone = false }: RowLineProps) => {
  const line = model.list.under?.find(({ when }) => matches(when, record));
  if (!line || (onlyWithTone && line.tone === undefined)) return null;
  const text = recordTitle({ recordTitle: line.text, fields: model.fields }, record);
  return (
    <Line data-tone={line.tone}>
      {line.tone === 'danger' && <ErrorIcon aria-hidden />}
      <span>
        {text}{' '}
        {line.action !== undefined && <LineAction model={model} record={record} action={line.action} />}
      </span>
    </Line>
  );
};

/** The action that resolves what the line reports. */
const LineAction = ({ model, record, action }: RowLineProps & { action: string }) => {
  const rights = useRights(model);
  const actions = useModelActions(model);
  const [entry] = buildActionEntries(model, 'row', [record], rights, actions.start).filter(
    ({ id }) => id === action,
  );
  return (
    <>
      {entry && entry.disabled === undefined && (
        <Button size="small" loading={actions.pending === action} onClick={entry.run}>
          {entry.label}
        </Button>
      )}
      {actions.dialog}
    </>
  );
};
