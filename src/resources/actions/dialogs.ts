import { part } from '../../layout/part.tsx';

/** The dialogs of actions, fetched when something is first asked or told: no list needs them to be shown. */
export const ConfirmDialog = part(() => import('./ConfirmDialog.tsx').then((it) => it.ConfirmDialog));
export const ChecksDialog = part(() => import('./ChecksDialog.tsx').then((it) => it.ChecksDialog));
export const DeleteManyDialog = part(() =>
  import('./DeleteManyDialog.tsx').then((it) => it.DeleteManyDialog),
);
export const FailedDialog = part(() => import('./FailedDialog.tsx').then((it) => it.FailedDialog));
export const WhereUsed = part(() => import('./WhereUsed.tsx').then((it) => it.WhereUsed), { quiet: true });
export const AfterDeletion = part(() => import('./AfterDeletion.tsx').then((it) => it.AfterDeletion), {
  quiet: true,
});
export const BeforeDeletion = part(() => import('./BeforeDeletion.tsx').then((it) => it.BeforeDeletion), {
  quiet: true,
});
export const UsedBy = part(() => import('./UsedBy.tsx').then((it) => it.UsedBy), { quiet: true });
export const InputDialog = part(() => import('./InputDialog.tsx').then((it) => it.InputDialog));
export const HistoryDialog = part(() =>
  import('../history/HistoryDialog.tsx').then((it) => it.HistoryDialog),
);
