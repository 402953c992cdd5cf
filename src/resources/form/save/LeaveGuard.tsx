import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type ReactNode, use, useEffect, useId, useRef } from 'react';
import { beforeSessionEnds } from '../../../authProvider/session.ts';
import { LeavePromptContext } from '../../../routing/leavePrompt.ts';
import { type Blocker, useBlocker } from '../../../routing/useBlocker.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The agreed sentence (docs/product.md). */
export const LEAVE_QUESTION = t(
  'Are you sure you want to leave this page? This page that you made will not be saved.',
);

/**
 * Asks before navigating away from unsaved input or closing the browser's page. Hand-written pages can register their
 * own question.
 */
export const LeaveGuard = ({ isDirty }: { isDirty: () => boolean }) => useLeaveGuard(isDirty).dialog;

/**
 * The same for a form. Navigation during a save (`isSaving`) waits: the form calls `proceed` once the record is
 * stored; after a failed save the question is asked.
 */
export function useLeaveGuard(
  isDirty: () => boolean,
  isSaving = false,
): Pick<Blocker, 'isBlockedNow' | 'proceed'> & { dialog: ReactNode } {
  // After the session's end nothing can be saved, so leaving is free.
  const isEnded = useRef(false);
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = () => !isEnded.current && isDirty();
  });
  useEffect(
    () =>
      beforeSessionEnds(() => {
        isEnded.current = true;
      }),
    [],
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current(),
  );
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (!latest.current()) return;
      event.preventDefault();
      // Older browsers ask only when a text is set, though none shows it.
      event.returnValue = LEAVE_QUESTION;
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);
  const { isBlocked, isBlockedNow, proceed, reset } = blocker;
  const dialog = isSaving ? (
    <SavingDialog onStay={reset} />
  ) : (
    <LeaveDialog onStay={reset} onLeave={proceed} />
  );
  return { isBlockedNow, proceed, dialog: isBlocked ? dialog : null };
}

function SavingDialog({ onStay }: { onStay: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onStay} maxWidth="xs" role="alertdialog" aria-labelledby={id}>
      <DialogContent id={id} sx={{ pt: 2.5, fontSize: 14 }}>
        {t('Saving. The next page opens as soon as it is done.')}
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="outlined" onClick={onStay}>
          {t('Stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const id = useId();
  const sentence = use(LeavePromptContext) ?? LEAVE_QUESTION;
  return (
    <Dialog open onClose={onStay} maxWidth="xs" role="alertdialog" aria-labelledby={id}>
      <DialogContent id={id} sx={{ pt: 2.5, fontSize: 14 }}>
        {sentence}
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="outlined" onClick={onStay}>
          {t('Stay')}
        </Button>
        <Button variant="contained" color="error" onClick={onLeave}>
          {t('Leave')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
