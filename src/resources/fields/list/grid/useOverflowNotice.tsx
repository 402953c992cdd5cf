import Alert from '@mui/material/Alert';
import { language } from '../../../../i18n/language.ts';
import { type ReactNode, useState } from 'react';

interface Told {
  taken: number;
  more: number;
}

const number = (count: number): string => count.toLocaleString(language());

/** Says, until it is closed, how many pasted lines found no room. */
export const useOverflowNotice = (): { leftOut: ReactNode; tell: (lines: number, room: number) => void } => {
  const [told, setTold] = useState<Told>();
  return {
    leftOut: told ? (
      <Alert severity="warning" onClose={() => setTold(undefined)}>
        {`${number(told.taken)} lines were pasted; ${number(told.more)} more were left out.`}
      </Alert>
    ) : null,
    tell: (lines, room) => setTold(lines > room ? { taken: room, more: lines - room } : undefined),
  };
};
