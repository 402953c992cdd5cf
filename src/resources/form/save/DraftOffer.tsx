import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { beforeSessionLost } from '../../../authProvider/session.ts';
import { beforeScreenFails } from '../../../ui/screenFailure.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { type Draft, removeDraft, saveDraft, readDraft } from './drafts.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The unsaved input that an earlier visit left behind, until it is taken or dropped. */
export function useDraftOffer(key: string) {
  const [offered, setOffered] = useState<Draft | undefined>(() => readDraft(key));
  return {
    offered,
    /** The offer was taken; what was kept stays until it is saved. */
    take: () => setOffered(undefined),
    drop: () => {
      removeDraft(key);
      setOffered(undefined);
    },
  };
}

interface DraftKeeperProps {
  /** Where it is kept (`draftKey`). */
  draft: string;
  /** The record that the input is made on; absent for a new one. */
  base: JsonObject | undefined;
  /** The session ended: whatever seems to be answered from now on, nothing is saved. */
  onSessionLost: () => void;
}

/** Keeps the unsaved input of the form around when the session ends, and when its screen fails. */
export function DraftKeeper({ draft, base, onSessionLost }: DraftKeeperProps) {
  const session = useFormSession();
  useEffect(() => {
    const keep = (): void => {
      if (session.dirty) saveDraft(draft, session.settings.fields, session.data, base);
    };
    const stopSession = beforeSessionLost(() => {
      keep();
      session.markClean();
      onSessionLost();
    });
    const stopScreen = beforeScreenFails(keep);
    return () => {
      stopSession();
      stopScreen();
    };
  }, [session, draft, base, onSessionLost]);
  return null;
}

interface DraftOfferProps {
  onRestore: () => void;
  onDiscard: () => void;
}

/** Asks whether the input that an ended session or a failed screen left behind is wanted. */
export const DraftOffer = ({ onRestore, onDiscard }: DraftOfferProps) => (
  <Alert
    severity="info"
    sx={{ mb: 2 }}
    action={
      <>
        <Button onClick={onRestore}>{t('Restore')}</Button>
        <Button onClick={onDiscard}>{t('Discard')}</Button>
      </>
    }
  >
    {t('Restore unsaved input?')}
  </Alert>
);
