/** Maximum width of a page of fields. */
export const PAGE_WIDTH_PX = 1200;

/**
 * Limits the content of a page to a width, except elements with `data-whole` and the form's button bar.
 */
export const pageWidthStyles = (width: number) =>
  ({
    width: '100%',
    '--page': `${width}px`,
    '& > :not([data-form], [data-whole]), & > [data-form] form > :not([data-bar])': { maxWidth: width },
  }) as const;
