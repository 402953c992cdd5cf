import { useState } from 'react';
import { GENERIC_MESSAGE, GENERIC_TITLE } from '../../dataProvider/errors.ts';
import { FailedDialog } from '../actions/FailedDialog.tsx';
import { toFailure } from '../changes/failures.ts';

/** Shows a load failure once as a dialog. Missing permission is shown only in the list. */
export const LoadFailedDialog = ({ error, title = GENERIC_TITLE }: { error: unknown; title?: string }) => {
  const [dismissed, setDismissed] = useState<unknown>();
  const { status, message } = toFailure(error);
  if (dismissed === error || status === 403) return null;
  return (
    <FailedDialog
      title={title}
      message={status >= 500 ? GENERIC_MESSAGE : message}
      obstacles={[]}
      onClose={() => setDismissed(error)}
    />
  );
};
