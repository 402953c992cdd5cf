import type { RefObject } from 'react';
import { t } from '../../../../schemas/texts/translate.ts';

/** The hidden file input behind a button, for CSV and other import formats. */
export const CsvInput = ({
  input,
  onFile,
  extensions = [],
}: {
  input: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
  /** Extensions of other import formats. */
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
      // Lets the same file be chosen again.
      event.target.value = '';
    }}
  />
);
