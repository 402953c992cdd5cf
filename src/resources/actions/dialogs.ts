import { loadable } from '../../layout/loadable.tsx';

/** The dialogs of actions, fetched when something is first asked or told: no list needs them to be shown. */
export const ConfirmDialog = loadable(() => import('./ConfirmDialog.tsx').then((it) => it.ConfirmDialog));
export const FailedDialog = loadable(() => import('./FailedDialog.tsx').then((it) => it.FailedDialog));
export const WhereUsed = loadable(() => import('./WhereUsed.tsx').then((it) => it.WhereUsed));
export const UsedBy = loadable(() => import('./UsedBy.tsx').then((it) => it.UsedBy));
export const InputDialog = loadable(() => import('./InputDialog.tsx').then((it) => it.InputDialog));
export const HistoryDialog = loadable(() =>
  import('../history/HistoryDialog.tsx').then((it) => it.HistoryDialog),
);
