import { useState } from 'react';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { FailedDialog } from '../actions/FailedDialog.tsx';
import { failureOf } from '../changes/failures.ts';

/** Tells once that a list could not be loaded; OK leads back to it. A refusal is said in the list alone. */
export const LoadFailedDialog = ({ error, title = GENERIC_TITLE }: { error: unknown; title?: string }) => {
  const [told, setTold] = useState<unknown>();
  const { status, message } = failureOf(error);
  if (told === error || status === 403) return null;
  return (
    <FailedDialog
      title={title}
      message={status >= 500 ? GENERIC_MESSAGE : message}
      obstacles={[]}
      onClose={() => setTold(error)}
    />
  );
};
