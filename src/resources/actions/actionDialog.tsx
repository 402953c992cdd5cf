import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { FieldErrors, JsonObject } from '../../../schemas/model/types.ts';
import type { ListRecord } from '../fieldKit/types.ts';
import type { ConsoleEntity } from '../product.ts';
import { ChecksDialog, ConfirmDialog, FailedDialog, InputDialog } from './dialogs.ts';
import type { Obstacle } from '../changes/failures.ts';
import type { PendingAction } from './useModelActions.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** How far an action has come. */
export type Step =
  | { name: 'idle' }
  | ({ name: 'ask' | 'run'; error?: string; refusal?: object } & PendingAction)
  | { name: 'refused'; title: string; sentences: string[] }
  | { name: 'failed'; title: string; obstacles: Obstacle[] };

const SAVED_FIRST = t('Your changes are saved first.');

/** What an action asks or tells at this step; nothing where it does neither. */
export const actionDialog = (
  model: ConsoleEntity,
  step: Step,
  run: (job: PendingAction, input?: JsonObject) => Promise<FieldErrors | undefined>,
  close: () => void,
  show: ((record: ListRecord, faults: FieldErrors) => void) | undefined,
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
  const intro = [action.confirm, savesFirst && SAVED_FIRST].filter(Boolean).join(' ');
  if (action.checks) {
    return (
      <ChecksDialog
        {...{ model, action, intro, pending }}
        records={step.records}
        error={step.error}
        refusal={step.refusal}
        onConfirm={(confirmed) => void run(step, { confirmed })}
        onShow={show}
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
