import { useEffect, useEffectEvent, useId, useState } from 'react';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { recordTitle } from '../../../schemas/model/fields.ts';
import type { ActionModel, FieldErrors } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { messageOf } from '../changes/failures.ts';
import { useChecks, type CheckGroup } from './useChecks.ts';
import { t } from '../../../schemas/texts/translate.ts';
import { TEXT } from '../../theme/text.ts';

interface ChecksDialogProps {
  model: ConsoleEntity;
  action: ActionModel;
  records: ListRecord[];
  intro: string;
  pending: boolean;
  /** Error of the last attempt. */
  error?: string;
  /** The last rejection because of changed results; the checks run again. */
  refusal?: object;
  /** Called with the digests of the confirmed warnings. */
  onConfirm: (confirmed: string[]) => void;
  /** Opens a field that a check names; undefined where the person cannot edit the record. */
  onShow?: (record: ListRecord, faults: FieldErrors) => void;
  onClose: () => void;
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  ...TEXT.small,
  // No separator without a question above.
  '& > li:first-of-type': { borderTop: 0, paddingTop: 0 },
  '* + &': { marginTop: 16 },
  '* + & > li:first-of-type': { borderTop: '1px solid var(--line)', paddingTop: 10 },
});
const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  gap: '0 8px',
  padding: '10px 0',
  borderTop: '1px solid var(--line)',
  overflowWrap: 'anywhere',
  alignItems: 'start',
  '& b': { display: 'block', fontWeight: 600 },
  '& label': { cursor: 'pointer' },
});
const Details = styled('ul')({
  gridColumn: 2,
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  ...TEXT.small,
  color: 'var(--ink-2)',
});
const Passed = styled('details')({
  borderTop: '1px solid var(--line)',
  padding: '10px 0 0',
  ...TEXT.small,
  color: 'var(--ink-2)',
  '& summary': { cursor: 'pointer' },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '4px 12px',
    margin: '8px 0 0',
    fontSize: 13,
  },
  '& dt': { fontWeight: 500, color: 'var(--ink)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
});

/**
 * Runs the checks of an action, and lists the errors that block it and the warnings to confirm. An action without
 * `confirm` of its own opens the dialog only where a check does not pass.
 */
export const ChecksDialog = (props: ChecksDialogProps) => {
  const { model, action, records, intro, pending, error, refusal, onConfirm, onShow, onClose } = props;
  const id = useId();
  const { data: groups, error: failure, isFetching, refetch } = useChecks(model.name, action, records);
  // By digest, so that a warning whose text changed is not confirmed.
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (refusal) void refetch();
  }, [refusal, refetch]);
  // Without `confirm` the action runs at once where all checks pass; an open dialog waits for its button.
  const [isDialogOpen, setDialogOpen] = useState(intro !== '');
  const hasPassed = groups?.every(({ level }) => level === 'ok');
  if (!isDialogOpen && (error || refusal !== undefined || failure !== null || hasPassed === false))
    setDialogOpen(true);
  const runsAtOnce = !isDialogOpen && hasPassed === true;
  const confirm = useEffectEvent(() => onConfirm([]));
  useEffect(() => {
    if (runsAtOnce) confirm();
  }, [runsAtOnce]);
  const warnings = groups?.filter(({ level }) => level === 'warning') ?? [];
  const isStopped = groups?.some(({ level }) => level === 'stop') ?? false;
  const isReady = groups !== undefined && !isStopped && warnings.every((one) => isConfirmed(one, confirmed));
  const needsConfirmation = warnings.length > 0 && !isStopped && !isReady;
  const toggle = (group: CheckGroup, checked: boolean): void =>
    setConfirmed((before) => {
      const after = new Set(before);
      for (const digest of digestsOf(group))
        if (checked) after.add(digest);
        else after.delete(digest);
      return after;
    });
  if (!isDialogOpen) return null;
  return (
    <Dialog open onClose={pending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{`${action.label}?`}</DialogTitle>
      <DialogContent>
        {intro === '' ? null : <Typography variant="body2">{intro}</Typography>}
        {failure ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {messageOf(failure)}
          </Alert>
        ) : null}
        {groups ? (
          <CheckResults
            {...{ groups, confirmed, toggle, pending, onShow }}
            isOne={records.length === 1}
            model={model}
          />
        ) : (
          failure === null && <Checking />
        )}
        {error ? (
          <Alert severity="error" sx={{ mt: 2 }}>
            {error}
          </Alert>
        ) : null}
      </DialogContent>
      <DialogActions>
        {isStopped || failure ? (
          <Button onClick={() => void refetch()} loading={isFetching} sx={{ mr: 'auto' }}>
            {t('Check again')}
          </Button>
        ) : null}
        {needsConfirmation && (
          <Typography variant="body2" color="textSecondary" sx={{ mr: 'auto' }}>
            {warnings.length === 1
              ? t('Tick it to go on')
              : t('Tick all %{count} to go on', { count: warnings.length })}
          </Typography>
        )}
        <Button onClick={onClose} disabled={pending}>
          {t('Cancel')}
        </Button>
        <Button
          variant="contained"
          color={action.tone === 'danger' ? 'error' : 'primary'}
          loading={pending}
          disabled={!isReady || isFetching}
          onClick={() => onConfirm(warnings.flatMap(digestsOf))}
        >
          {action.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const digestsOf = ({ worstResults }: CheckGroup): string[] =>
  worstResults.flatMap(({ result }) => result.digest ?? []);
/** Whether a warning is confirmed for each record, in its current text. */
const isConfirmed = (group: CheckGroup, confirmed: ReadonlySet<string>): boolean =>
  digestsOf(group).every((digest) => confirmed.has(digest));

const Checking = () => (
  <DelayedPlaceholder role="status" aria-label={t('Checking')}>
    {['70%', '55%', '62%'].map((width) => (
      <div key={width} style={{ padding: '14px 0 0 32px' }}>
        <Placeholder style={{ width }} />
      </div>
    ))}
  </DelayedPlaceholder>
);

interface CheckResultsProps extends Pick<ChecksDialogProps, 'model' | 'pending' | 'onShow'> {
  groups: CheckGroup[];
  confirmed: ReadonlySet<string>;
  isOne: boolean;
  toggle: (group: CheckGroup, checked: boolean) => void;
}

function CheckResults({ groups, confirmed, toggle, pending, onShow, isOne, model }: CheckResultsProps) {
  const open = groups.filter(({ level }) => level !== 'ok');
  const passed = groups.filter(({ level }) => level === 'ok');
  const detailProps = { isOne, model, onShow };
  return (
    <>
      {open.length > 0 && (
        <List aria-label={t('Checks')}>
          {open.map((group) => (
            <Row key={group.id}>
              {group.level === 'stop' ? (
                <ErrorOutline titleAccess={t('Stops it')} sx={{ color: 'var(--danger-dot)', fontSize: 20 }} />
              ) : (
                <Checkbox
                  size="small"
                  id={`check-${group.id}`}
                  disabled={pending}
                  checked={isConfirmed(group, confirmed)}
                  onChange={(_, checked) => toggle(group, checked)}
                  // Aligns the box, not its touch target, with the edge.
                  sx={{ p: 0, ml: '-3px', justifySelf: 'start' }}
                />
              )}
              <CheckText group={group} isOne={isOne} />
              <CheckDetails group={group} {...detailProps} />
            </Row>
          ))}
        </List>
      )}
      {passed.length > 0 && (
        <Passed sx={open.length > 0 ? undefined : { mt: 2 }}>
          <summary>
            {passed.length === 1
              ? t('1 check passed')
              : t('%{count} checks passed', { count: passed.length })}
          </summary>
          <dl>
            {passed.map(({ id, label, worstResults }) => (
              <div key={id} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{worstResults.map(({ result }) => result.text).join(' ')}</dd>
              </div>
            ))}
          </dl>
        </Passed>
      )}
    </>
  );
}

/** The text of a check; the label of the checkbox of a warning. */
const CheckText = ({
  group: { id, label, level, worstResults },
  isOne,
}: {
  group: CheckGroup;
  isOne: boolean;
}) => {
  const [first] = worstResults;
  const words = (
    <>
      <b>{label}</b> {isOne ? first?.result.text : countText(worstResults.length)}
    </>
  );
  return level === 'stop' ? <span>{words}</span> : <label htmlFor={`check-${id}`}>{words}</label>;
};

const countText = (count: number): string => (count === 1 ? t('1 record') : t('%{count} records', { count }));

function CheckDetails({
  group,
  isOne,
  model,
  onShow,
}: { group: CheckGroup } & Pick<CheckResultsProps, 'isOne' | 'model' | 'onShow'>) {
  const lines = group.worstResults.flatMap(({ record, result }) => {
    const details = result.details ?? [];
    const own = details.map((detail) => ({ ...detail, record }));
    if (!isOne)
      return [{ text: `${recordTitle(model, record)}: ${result.text}`, at: details[0]?.at, record }];
    return own;
  });
  const shown = lines.filter(
    ({ text, at }) => !isOne || at !== undefined || text !== group.worstResults[0]?.result.text,
  );
  if (shown.length === 0) return null;
  return (
    <Details>
      {shown.map(({ text, at, record }, place) => (
        <li key={`${place} ${text}`}>
          {isOne && text === group.worstResults[0]?.result.text ? null : `${text} `}
          {onShow && at !== undefined ? (
            <MuiLink
              component="button"
              type="button"
              onClick={() => onShow(record, { [at]: text })}
              sx={{ verticalAlign: 'baseline', fontSize: 13 }}
            >
              {t('Go to the field')}
            </MuiLink>
          ) : null}
        </li>
      ))}
    </Details>
  );
}
