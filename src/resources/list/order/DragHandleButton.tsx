import { recordTitle } from '../../../../schemas/model/fields.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import type { RowPartProps } from '../RowParts.tsx';

const GRIP = (
  <svg viewBox="0 0 24 24" width="16" height="16" fill="currentColor" aria-hidden="true">
    <path d="M9 4h2v2H9zm4 0h2v2h-2zM9 9h2v2H9zm4 0h2v2h-2zm-4 5h2v2H9zm4 0h2v2h-2zm-4 5h2v2H9zm4 0h2v2h-2z" />
  </svg>
);

/** Drag handle of a row; the list handles pointer and keys. */
export const DragHandleButton = ({ rowOptions, record, tabIndex }: RowPartProps) => (
  <button
    type="button"
    className="grip"
    aria-label={t('Move %{model}', { model: recordTitle(rowOptions.model, record) })}
    aria-disabled={rowOptions.isDragDisabled || undefined}
    aria-pressed={rowOptions.draggedId === record.id}
    title={t('Drag, or press Space and the arrow keys')}
    tabIndex={tabIndex}
  >
    {GRIP}
  </button>
);
