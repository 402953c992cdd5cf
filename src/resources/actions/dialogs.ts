import { part } from '../../layout/part.tsx';

/** The dialogs of actions, fetched when something is first asked or told: no list needs them to be shown. */
export const ConfirmDialog = part(() => import('./ConfirmDialog.tsx').then((it) => it.ConfirmDialog));
export const ChecksDialog = part(() => import('./ChecksDialog.tsx').then((it) => it.ChecksDialog));
export const DeleteManyDialog = part(() =>
  import('./DeleteManyDialog.tsx').then((it) => it.DeleteManyDialog),
);
export const FailedDialog = part(() => import('./FailedDialog.tsx').then((it) => it.FailedDialog));
export const DeleteOneDialog = part(() => import('./DeleteOneDialog.tsx').then((it) => it.DeleteOneDialog));
export const UsedBy = part(() => import('./UsedBy.tsx').then((it) => it.UsedBy), { quiet: true });
export const RecordDialog = part(() => import('../panels/RecordDialog.tsx').then((it) => it.RecordDialog));
export const InputDialog = part(() => import('./InputDialog.tsx').then((it) => it.InputDialog));
export const HistoryDialog = part(() =>
  import('../history/HistoryDialog.tsx').then((it) => it.HistoryDialog),
);
