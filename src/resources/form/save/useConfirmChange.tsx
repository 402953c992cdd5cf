import { type ReactNode, useState } from 'react';
import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import { ConfirmDialog } from '../../changes/ConfirmDialog.tsx';
import { diffRecords } from '../../fieldKit/diff.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The questions to confirm before an edit is saved: `confirm` of the changed fields. */
export const confirmationsFor = (
  fields: FieldModel[],
  stored: JsonObject | undefined,
  values: JsonObject,
): string[] =>
  fields.flatMap((field) =>
    stored && field.confirm && diffRecords([field], stored, values).length > 0 ? [field.confirm] : [],
  );

interface PendingQuestions {
  questions: string[];
  answer: (yes: boolean) => void;
}

/** Asks questions before a save; `ask` resolves to the answer, to true at once without questions. */
export function useConfirmChange(): { ask: (questions: string[]) => Promise<boolean>; dialog: ReactNode } {
  const [pending, setPending] = useState<PendingQuestions>();
  const ask = (questions: string[]): Promise<boolean> => {
    if (questions.length === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        setPending(undefined);
        resolve(yes);
      };
      setPending({ questions, answer });
    });
  };
  const dialog = pending && (
    <ConfirmDialog
      title={t('Save this change?')}
      confirmLabel={t('Save')}
      onConfirm={() => pending.answer(true)}
      onClose={() => pending.answer(false)}
    >
      {pending.questions.map((question) => (
        <p key={question} style={{ margin: '0 0 8px' }}>
          {question}
        </p>
      ))}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
