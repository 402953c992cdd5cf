/** As wide as a page of fields is easy to read. */
export const PAGE_WIDTH_PX = 1200;

/** All on a page is so wide but what is whole, and the line above its form's buttons, which runs to the end of the sheet. */
export const pageOfWidth = (width: number) =>
  ({
    width: '100%',
    '--page': `${width}px`,
    '& > :not([data-form], [data-whole]), & > [data-form] form > :not([data-bar])': { maxWidth: width },
  }) as const;
