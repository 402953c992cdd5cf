import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { beforeSessionLost } from '../../../authProvider/session.ts';
import { beforeScreenFails } from '../../../ui/screenFailure.ts';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { type Draft, removeDraft, saveDraft, readDraft } from './drafts.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** The unsaved input of an earlier visit, until it is restored or discarded. */
export function useDraftOffer(key: string) {
  const [draft, setOffered] = useState<Draft | undefined>(() => readDraft(key));
  return {
    draft,
    /** Hides the offer; the stored draft stays until the record is saved. */
    accept: () => setOffered(undefined),
    discard: () => {
      removeDraft(key);
      setOffered(undefined);
    },
  };
}

interface DraftSaverProps {
  /** Key in local storage (`draftKey`). */
  storageKey: string;
  /** The record that the input is based on; undefined for a new one. */
  base: JsonObject | undefined;
  /** The session ended: later responses do not mean that anything was saved. */
  onSessionLost: () => void;
}

/** Saves the form's unsaved input as a draft when the session ends or the screen fails. */
export function DraftSaver({ storageKey, base, onSessionLost }: DraftSaverProps) {
  const session = useFormSession();
  useEffect(() => {
    const save = (): void => {
      if (session.dirty) saveDraft(storageKey, session.settings.fields, session.data, base);
    };
    const stopSession = beforeSessionLost(() => {
      save();
      session.markClean();
      onSessionLost();
    });
    const stopScreen = beforeScreenFails(save);
    return () => {
      stopSession();
      stopScreen();
    };
  }, [session, storageKey, base, onSessionLost]);
  return null;
}

interface DraftOfferProps {
  onRestore: () => void;
  onDiscard: () => void;
}

/** Offers to restore a draft. */
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
