import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { use, useEffect, useId, useRef } from 'react';
import { LeaveSentenceContext } from '../../../routing/leaveSentence.ts';
import { useBlocker } from '../../../routing/useBlocker.ts';

/** The agreed sentence (docs/product.md). */
export const LEAVE_QUESTION =
  'Are you sure you want to leave this page? This page that you made will not be saved.';

interface LeaveGuardProps {
  isDirty: () => boolean;
  /** The input is on its way to be stored: who leaves now goes on once it is, and is asked where it was refused. */
  isSaving?: boolean;
  /** Told whether somebody is held back from leaving. */
  onHeld?: (isHeld: boolean) => void;
}

/**
 * Asks before unsaved input is left, inside the console and when the page itself is closed; on a hand-written page
 * with the sentence that it is registered with.
 */
export function LeaveGuard({ isDirty, isSaving = false, onHeld }: LeaveGuardProps) {
  const latest = useRef(isDirty);
  useEffect(() => {
    latest.current = isDirty;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && latest.current(),
  );
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent): void => {
      if (!latest.current()) return;
      event.preventDefault();
      // Older browsers ask only when there is a text, though none of them shows it any more.
      event.returnValue = LEAVE_QUESTION;
    };
    window.addEventListener('beforeunload', beforeUnload);
    return () => window.removeEventListener('beforeunload', beforeUnload);
  }, []);
  const { isBlocked, proceed } = blocker;
  const isStored = isBlocked && !isSaving && !isDirty();
  useEffect(() => onHeld?.(isBlocked), [isBlocked, onHeld]);
  useEffect(() => {
    if (isStored) proceed();
  });
  if (!isBlocked || isStored) return null;
  if (isSaving) return <Saving onStay={blocker.reset} />;
  return <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />;
}

function Saving({ onStay }: { onStay: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onStay} maxWidth="xs" role="alertdialog" aria-labelledby={id}>
      <DialogContent id={id} sx={{ pt: 2.5, fontSize: 14 }}>
        Saving. The next page opens as soon as it is done.
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="outlined" onClick={onStay}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const id = useId();
  const sentence = use(LeaveSentenceContext) ?? LEAVE_QUESTION;
  return (
    <Dialog open onClose={onStay} maxWidth="xs" role="alertdialog" aria-labelledby={id}>
      <DialogContent id={id} sx={{ pt: 2.5, fontSize: 14 }}>
        {sentence}
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="outlined" onClick={onStay}>
          Stay
        </Button>
        <Button variant="contained" color="error" onClick={onLeave}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  );
}
