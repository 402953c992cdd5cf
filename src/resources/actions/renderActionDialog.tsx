import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { ChecksDialog, ConfirmDialog, FailedDialog, InputDialog } from './dialogs.ts';
import type { Obstacle } from '../changes/failures.ts';
import type { PendingAction } from './useModelActions.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** State of the action that is running or waiting for input. */
export type ActionStep =
  | { name: 'idle' }
  | ({ name: 'ask' | 'run'; error?: string; refusal?: object } & PendingAction)
  | { name: 'refused'; title: string; sentences: string[] }
  | { name: 'failed'; title: string; obstacles: Obstacle[] };

const SAVES_FIRST_NOTE = t('Your changes are saved first.');

/** Renders the dialog of a step; null where it has none. */
export const renderActionDialog = (
  model: ConsoleEntity,
  step: ActionStep,
  run: (job: PendingAction, input?: JsonObject) => Promise<FieldErrors | undefined>,
  close: () => void,
  showErrors: ((record: ListRecord, errors: FieldErrors) => void) | undefined,
): ReactNode => {
  if (step.name === 'idle') return null;
  if (step.name === 'refused') {
    return (
      <FailedDialog title={step.title} message={step.sentences.join('. ')} obstacles={[]} onClose={close} />
    );
  }
  if (step.name === 'failed') {
    return <FailedDialog title={step.title} message="" obstacles={step.obstacles} onClose={close} />;
  }
  const { action, savesFirst } = step;
  const pending = step.name === 'run';
  const intro = [action.confirm, savesFirst && SAVES_FIRST_NOTE].filter(Boolean).join(' ');
  if (action.checks) {
    return (
      <ChecksDialog
        {...{ model, action, intro, pending }}
        records={step.records}
        error={step.error}
        refusal={step.refusal}
        onConfirm={(confirmed) => void run(step, { confirmed })}
        onShow={showErrors}
        onClose={close}
      />
    );
  }
  if (action.input) {
    return (
      <InputDialog
        formName={action.input}
        records={step.records}
        title={action.label}
        intro={intro === '' ? undefined : intro}
        pending={pending}
        error={step.error}
        onSubmit={(input) => run(step, input)}
        onClose={close}
      />
    );
  }
  if (!action.confirm) return null;
  return (
    <ConfirmDialog
      title={`${action.label}?`}
      confirmLabel={action.label}
      danger={action.tone === 'danger'}
      pending={pending}
      error={step.error}
      onConfirm={() => void run(step)}
      onClose={close}
    >
      <Typography variant="body2">{intro}</Typography>
    </ConfirmDialog>
  );
};
