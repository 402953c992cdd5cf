import type { SyntheticEvent } from 'react';

/** For links inside a row that opens on click: the link wins, the row stays. */
export const stopRowClick = (event: SyntheticEvent): void => event.stopPropagation();
