import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { beforeSessionLost } from '../../../authProvider/session.ts';
import type { FieldModel, JsonObject } from '../../../../schemas/model/types.ts';
import type { RecordFormHandle } from '../RecordForm.tsx';
import { type Draft, dropDraft, keepInput, readDraft } from './drafts.ts';

/**
 * Keeps a form's unsaved input when the session is lost, and gives what was kept the last time. `base` is the record
 * which the input was made on; absent for a new one.
 */
export function useKeptInput(
  key: string,
  fields: FieldModel[],
  handle: RefObject<RecordFormHandle | null>,
  base: JsonObject | undefined,
) {
  const [offered, setOffered] = useState<Draft | undefined>(() => readDraft(key));
  const lost = useRef(false);
  useEffect(
    () =>
      beforeSessionLost(() => {
        lost.current = true;
        const form = handle.current;
        if (!form?.isDirty()) return;
        keepInput(key, fields, form.values(), base);
        form.markClean();
      }),
    [key, fields, handle, base],
  );
  return {
    offered,
    /** The session ended: whatever seems to have been answered since, nothing was saved. */
    isLost: () => lost.current,
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
