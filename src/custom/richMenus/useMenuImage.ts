import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../../schemas/model/files.ts';
import type { FileRules } from '../../../schemas/model/types/file.ts';
import { MENU_SIZES, type MenuSize, pictureSizeError } from '../../../schemas/richMenus/patterns.ts';
import { findBrokenRule } from '../../resources/fields/file/localFile.ts';
import { useUpload } from '../../resources/fields/file/useUpload.ts';
import { useFormSession, useSessionValue } from '../../resources/fieldKit/useSession.ts';
import { t } from '../../../schemas/texts/translate.ts';

export interface MenuImage {
  file: StoredFile | undefined;
  /** From 0 to 1 during an upload. */
  progress: number | undefined;
  /** Error of the last chosen picture, or of the stored one. */
  fault: string | undefined;
  /** A picture that was refused for its size, and can be cropped. */
  refused: File | undefined;
  upload: (file: File) => void;
  cancel: () => void;
  remove: () => void;
}

const asFile = (value: unknown): StoredFile | undefined =>
  value !== null && typeof value === 'object' && 'url' in value ? (value as StoredFile) : undefined;

/** Whether cropping makes the file acceptable: a picture that opens, but has another size or too many bytes. */
async function isFittable(rules: FileRules, file: File): Promise<boolean> {
  const broken = await findBrokenRule({ ...rules, maxBytes: Infinity }, file);
  return broken === 'exact' || (broken === undefined && file.size > rules.maxBytes);
}

/** The picture of the form's menu: validates, uploads and removes it, and checks it against the menu's size. */
export function useMenuImage(size: MenuSize): MenuImage {
  const session = useFormSession();
  const value = useSessionValue((one) => one.read(['image']));
  const file = asFile(value);
  const field = session.settings.fields.find(({ name }) => name === 'image');
  if (!field?.file) throw new Error('The form has no image');
  const rules = { ...field.file, exact: [MENU_SIZES[size]] };
  const [chosen, setChosen] = useState<File>();
  const [fittable, setFittable] = useState<File>();
  const latest = useRef<File>(undefined);
  const onStored = (stored: StoredFile): void => {
    session.setValue(['image'], stored);
    setChosen(undefined);
  };
  const { progress, error, start, cancel } = useUpload(field, onStored, rules);
  const wrongSize = file ? pictureSizeError(size, file) : undefined;
  const pending =
    progress === undefined ? (error ?? wrongSize) : t('Wait for the upload to end, or cancel it');
  useEffect(() => {
    session.setBlockingError('/image', pending);
    return () => session.setBlockingError('/image', undefined);
  }, [session, pending]);
  return {
    file,
    progress,
    fault: progress === undefined ? (error ?? wrongSize) : undefined,
    refused: error !== undefined && fittable === chosen ? chosen : undefined,
    upload: (given) => {
      setChosen(given);
      start(given);
      latest.current = given;
      void isFittable(rules, given).then((is) => {
        // A larger picture that was chosen before may take longer to open.
        if (is && latest.current === given) setFittable(given);
      });
    },
    cancel,
    remove: () => {
      cancel();
      setChosen(undefined);
      session.setValue(['image'], undefined);
    },
  };
}
