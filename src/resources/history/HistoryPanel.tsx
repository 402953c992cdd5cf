import { type RefObject, useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useNotify } from 'react-admin';
import { zoneOfTimes } from '../../../schemas/model/systemFields.ts';
import { stateRuleRefusal } from '../../../schemas/model/lifecycle.ts';
import type { HistoryEntry } from '../../../schemas/model/responses.ts';
import { DataFreshness } from '../DataFreshness.tsx';
import { ConfirmDialog } from '../changes/ConfirmDialog.tsx';
import { useRecordMutation } from '../changes/useRecordMutation.ts';
import { useRights } from '../changes/useRights.ts';
import { Muted } from '../fieldKit/parts.tsx';
import { timeWithZone } from '../fields/date-time/index.tsx';
import type { ListRecord } from '../fieldKit/types.ts';
import type { EntityFormHandle } from '../fieldKit/StoreContext.ts';
import type { ConsoleEntity } from '../product.ts';
import { ErrorState } from '../states/ListStates.tsx';
import { DelayedPlaceholder, Placeholder } from '../states/Placeholder.ts';
import { MoreButton } from '../states/MoreButton.tsx';
import { StatePanel } from '../states/StatePanel.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import { useHistory } from './useHistory.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Entries = styled('ol')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { borderBottom: '1px solid var(--line)' },
  '& > li:last-of-type': { borderBottom: 0 },
  '& summary': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    padding: '12px 4px',
    fontSize: 14,
    cursor: 'pointer',
  },
  '& summary time': { marginLeft: 'auto', fontVariantNumeric: 'tabular-nums' },
  '& details > div': { padding: '0 4px 16px' },
});

/** Texts of the operations that all entities have. */
const OPERATION_TEXTS: Record<string, string> = {
  create: t('created this'),
  update: t('made changes'),
  delete: t('deleted this'),
  restore: t('restored an earlier state'),
  duplicate: t('made this copy'),
};

/** Describes an operation: actions and transitions by label, other verbs as they are. */
const describeOperation = ({ actions }: ConsoleEntity, operation: string): string => {
  const action = actions.find(({ id }) => id === operation);
  return OPERATION_TEXTS[operation] ?? (action ? t('did “%{label}”', { label: action.label }) : operation);
};

interface HistoryPanelProps {
  model: ConsoleEntity;
  record: ListRecord;
  /** The surrounding form, whose unsaved input is mentioned before a restore. */
  formRef?: RefObject<EntityFormHandle | null>;
  /** Called with the restored record. */
  onRestored?: (record: ListRecord) => void;
}

/** A record's history: who, when, what changed, and restoring an earlier version. */
export const HistoryPanel = ({ model, record, formRef, onRestored }: HistoryPanelProps) => {
  const history = useHistory(model.name, record.id);
  const { may } = useRights(model);
  const mayRestore = may('update') && stateRuleRefusal(model, 'edit', record) === undefined;
  const restore = useRestore({ model, record, formRef, onRestored });

  if (history.isPending) {
    return (
      <DelayedPlaceholder role="progressbar" aria-label={t('Loading')}>
        {['40%', '55%', '35%'].map((width) => (
          <div key={width} style={{ padding: '14px 4px' }}>
            <Placeholder style={{ width }} />
          </div>
        ))}
      </DelayedPlaceholder>
    );
  }
  if (history.error && history.entries.length === 0) {
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  }
  if (history.entries.length === 0)
    return <StatePanel title={t('No changes yet')} text={t('Every change will be kept here.')} />;
  return (
    <>
      <DataFreshness area="history" />
      <Entries aria-label={t('History')}>
        {history.entries.map((entry) => (
          <li key={entry.id}>
            <Entry
              model={model}
              entry={entry}
              onRestore={mayRestore && entry.before ? restore.ask : undefined}
            />
          </li>
        ))}
      </Entries>
      <MoreButton query={history} label={t('Show earlier changes')} />
      {restore.dialog}
    </>
  );
};

interface EntryProps {
  model: ConsoleEntity;
  entry: HistoryEntry;
  onRestore?: (entry: HistoryEntry) => void;
}

/** One history entry; its changes are computed on opening. */
const Entry = ({ model, entry, onRestore }: EntryProps) => {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{entry.user?.name ?? t('The system')}</strong>
        <span>{describeOperation(model, entry.operation)}</span>
        <time dateTime={entry.at}>
          <Muted>{timeWithZone(entry.at, zoneOfTimes(model.fields))}</Muted>
        </time>
      </summary>
      {open && (
        <div>
          {entry.confirmed && <ConfirmedWarnings warnings={entry.confirmed} />}
          <ChangeTable model={model} entry={entry} />
          {onRestore && (
            <Button size="small" variant="outlined" sx={{ mt: 1.5 }} onClick={() => onRestore(entry)}>
              {t('Restore the state before this change')}
            </Button>
          )}
        </div>
      )}
    </details>
  );
};

/** Warnings that the user confirmed. */
const ConfirmedWarnings = ({ warnings }: { warnings: NonNullable<HistoryEntry['confirmed']> }) => (
  <Alert severity="warning" variant="outlined" sx={{ mb: 1.5 }}>
    {t('Confirmed before:')}
    <ul style={{ margin: 0, paddingInlineStart: 16 }}>
      {warnings.map(({ id, label, text }) => (
        <li key={id}>
          {label}: {text}
        </li>
      ))}
    </ul>
  </Alert>
);

interface RestoreStep {
  entry: HistoryEntry;
  pending: boolean;
  error?: string;
  /** The surrounding form had unsaved input. */
  hasUnsavedInput?: boolean;
}

const useRestore = ({ model, record, formRef, onRestored }: HistoryPanelProps) => {
  const [step, setStep] = useState<RestoreStep>();
  const mutate = useRecordMutation(model.name);
  const notify = useNotify();

  const run = async (entry: HistoryEntry): Promise<void> => {
    setStep((old) => ({ ...old, entry, pending: true, error: undefined }));
    const body = { historyId: entry.id, version: record.version };
    const { answer, failure } = await mutate((provider) => provider.restore(model.name, record.id, body));
    if (failure) return setStep((old) => ({ ...old, entry, pending: false, error: failure.message }));
    onRestored?.(answer);
    notify(t('%{title} restored', { title: model.title }), { type: 'success' });
    setStep(undefined);
  };

  const dialog = step && (
    <ConfirmDialog
      title={t('Restore this state?')}
      confirmLabel={t('Restore')}
      pending={step.pending}
      error={step.error}
      onConfirm={() => void run(step.entry)}
      onClose={() => setStep(undefined)}
    >
      <Typography variant="body2">
        {t('Everything goes back to how it was before %{at}. Later changes stay in the history.', {
          at: timeWithZone(step.entry.at, zoneOfTimes(model.fields)),
        })}
      </Typography>
      {step.hasUnsavedInput && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('Your unsaved changes stay in the form. You choose afterwards which ones to keep.')}
        </Alert>
      )}
    </ConfirmDialog>
  );
  const ask = (entry: HistoryEntry): void =>
    setStep({ entry, pending: false, hasUnsavedInput: formRef?.current?.isDirty() });
  return { ask, dialog };
};
