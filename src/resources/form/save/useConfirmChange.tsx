import { type ReactNode, useState } from 'react';
import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import { ConfirmDialog } from '../../changes/ConfirmDialog.tsx';
import { diffRecords } from '../../fieldKit/diff.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** What is asked before a stored record is saved like this: `confirm` of the fields whose value is another now. */
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

/** Asks questions before a save; `ask` resolves to whether to go on, at once where there is nothing to ask. */
export function useConfirmChange(): { ask: (questions: string[]) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<PendingQuestions>();
  const ask = (questions: string[]): Promise<boolean> => {
    if (questions.length === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ questions, answer });
    });
  };
  const dialog = asked && (
    <ConfirmDialog
      title={t('Save this change?')}
      confirmLabel={t('Save')}
      onConfirm={() => asked.answer(true)}
      onClose={() => asked.answer(false)}
    >
      {asked.questions.map((question) => (
        <p key={question} style={{ margin: '0 0 8px' }}>
          {question}
        </p>
      ))}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
