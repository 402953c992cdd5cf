import Alert from '@mui/material/Alert';
import { formatNumber } from '../../../format.ts';
import { type ReactNode, useState } from 'react';
import { t } from '../../../../../schemas/texts/translate.ts';

interface Told {
  taken: number;
  more: number;
}

/** Says, until it is closed, how many pasted lines found no room. */
export const useOverflowNotice = (): { leftOut: ReactNode; tell: (lines: number, room: number) => void } => {
  const [told, setTold] = useState<Told>();
  return {
    leftOut: told ? (
      <Alert severity="warning" onClose={() => setTold(undefined)}>
        {t('%{taken} lines were pasted; %{more} more were left out.', {
          ...{ taken: formatNumber(told.taken), more: formatNumber(told.more) },
        })}
      </Alert>
    ) : null,
    tell: (lines, room) => setTold(lines > room ? { taken: room, more: lines - room } : undefined),
  };
};
