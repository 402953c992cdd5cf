import Alert from '@mui/material/Alert';
import { formatNumber } from '../../../format.ts';
import { type ReactNode, useState } from 'react';
import { t } from '../../../../../schemas/texts/translate.ts';

interface Overflow {
  taken: number;
  more: number;
}

/** A notice, until it is closed, of how many pasted lines were left out. */
export const useOverflowNotice = (): {
  overflowNotice: ReactNode;
  reportPaste: (lineCount: number, limit: number) => void;
} => {
  const [overflow, setOverflow] = useState<Overflow>();
  return {
    overflowNotice: overflow ? (
      <Alert severity="warning" onClose={() => setOverflow(undefined)}>
        {t('%{taken} lines were pasted; %{more} more were left out.', {
          ...{ taken: formatNumber(overflow.taken), more: formatNumber(overflow.more) },
        })}
      </Alert>
    ) : null,
    reportPaste: (lineCount, limit) =>
      setOverflow(lineCount > limit ? { taken: limit, more: lineCount - limit } : undefined),
  };
};
