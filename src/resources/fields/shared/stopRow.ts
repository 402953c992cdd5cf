import type { SyntheticEvent } from 'react';

/** For links inside a row that opens on click: the link wins, the row stays. */
export const stopRow = (event: SyntheticEvent): void => event.stopPropagation();
