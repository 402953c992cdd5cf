import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Dialogs of actions, as chunks that load on first use. */
export const ConfirmDialog = lazyComponent(() =>
  import('../changes/ConfirmDialog.tsx').then((it) => it.ConfirmDialog),
);
export const ChecksDialog = lazyComponent(() => import('./ChecksDialog.tsx').then((it) => it.ChecksDialog));
export const DeleteManyDialog = lazyComponent(() =>
  import('./DeleteManyDialog.tsx').then((it) => it.DeleteManyDialog),
);
export const FailedDialog = lazyComponent(() => import('./FailedDialog.tsx').then((it) => it.FailedDialog));
export const DeleteOneDialog = lazyComponent(() =>
  import('./DeleteOneDialog.tsx').then((it) => it.DeleteOneDialog),
);
export const UsedBy = lazyComponent(() => import('./UsedBy.tsx').then((it) => it.UsedBy), { silent: true });
export const RecordDialog = lazyComponent(() =>
  import('../panels/RecordDialog.tsx').then((it) => it.RecordDialog),
);
export const InputDialog = lazyComponent(() => import('./InputDialog.tsx').then((it) => it.InputDialog));
export const HistoryDialog = lazyComponent(() =>
  import('../history/HistoryDialog.tsx').then((it) => it.HistoryDialog),
);
