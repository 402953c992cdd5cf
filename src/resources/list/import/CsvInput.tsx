import type { RefObject } from 'react';
import { t } from '../../../../schemas/texts/translate.ts';

/** The input behind a button that has a CSV file chosen, or one of another program; its owner clicks it. */
export const CsvInput = ({
  input,
  onFile,
  extensions = [],
}: {
  input: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
  /** Of names of other files that may be chosen. */
  extensions?: readonly string[];
}) => (
  <input
    ref={input}
    type="file"
    hidden
    accept={['.csv', '.tsv', '.txt', 'text/csv', ...extensions].join(',')}
    aria-label={t('CSV file')}
    onChange={(event) => {
      const [file] = event.target.files ?? [];
      if (file) onFile(file);
      // The same file may be chosen again once it is mended.
      event.target.value = '';
    }}
  />
);
