import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type RefObject, useEffect, useState } from 'react';
import { beforeSessionLost } from '../../../authProvider/session.ts';
import type { RecordFormHandle } from '../RecordForm.tsx';
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.ts';

/**
 * Keeps a form's unsaved input when the session is lost, and gives what was kept the last time. `version` is that of
 * the record which the input was made on; absent for a new one.
 */
export function useKeptInput(
  key: string,
  handle: RefObject<RecordFormHandle | null>,
  version: number | undefined,
) {
  const [offered, setOffered] = useState<Draft | undefined>(() => readDraft(key));
  useEffect(
    () =>
      beforeSessionLost(() => {
        const form = handle.current;
        if (!form?.isDirty()) return;
        keepDraft(key, { values: form.values(), version, at: new Date().toISOString() });
        form.markClean();
      }),
    [key, handle, version],
  );
  return {
    offered,
    /** The offer was taken; what was kept stays until it is saved. */
    take: () => setOffered(undefined),
    drop: () => {
      dropDraft(key);
      setOffered(undefined);
    },
  };
}

interface KeptInputOfferProps {
  onRestore: () => void;
  onDiscard: () => void;
}

/** Asks whether the input that an ended session left behind is wanted. */
export const KeptInputOffer = ({ onRestore, onDiscard }: KeptInputOfferProps) => (
  <Alert
    severity="info"
    sx={{ mb: 2 }}
    action={
      <>
        <Button onClick={onRestore}>Restore</Button>
        <Button onClick={onDiscard}>Discard</Button>
      </>
    }
  >
    Restore unsaved input?
  </Alert>
);
