import type { RefObject } from 'react';

/** The input behind a button that has a CSV file chosen; its owner clicks it. */
export const CsvInput = ({
  input,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>;
  onFile: (file: File) => void;
}) => (
  <input
    ref={input}
    type="file"
    hidden
    accept=".csv,.tsv,.txt,text/csv"
    aria-label="CSV file"
    onChange={(event) => {
      const [file] = event.target.files ?? [];
      if (file) onFile(file);
      // The same file may be chosen again once it is mended.
      event.target.value = '';
    }}
  />
);
