import type { SyntheticEvent } from 'react';

/** Click handler of links inside a clickable row: the row does not open as well. */
export const stopRowClick = (event: SyntheticEvent): void => event.stopPropagation();
