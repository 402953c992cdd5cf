import { META_ERRORS, type MetaError } from '../../services/channels/facebook/metaErrors.ts';

const OUTCOME_TEXTS: Record<MetaError['outcome'], string> = {
  retry: 'tried again',
  refuse: 'not delivered',
  unclear: 'perhaps delivered, never repeated',
};

/** Page about the errors of Meta and what becomes of a message. */
export function metaErrorsPage(): string {
  const codeOf = ({ code, to, subcode }: MetaError): string =>
    [code, to === undefined ? '' : `–${to}`, subcode === undefined ? '' : ` / ${subcode}`].join('');
  const rows = META_ERRORS.map((row) =>
    ['', codeOf(row), row.meaning, row.cause, OUTCOME_TEXTS[row.outcome], row.sentence, '']
      .join(' | ')
      .trim(),
  );
  return `# Errors of Facebook

Written by \`npm run generate\` from \`services/channels/facebook/metaErrors.ts\`; its test sends a message into each of them.

- An error with \`is_transient\` is tried again, unless it says that the message may have arrived.
- A code that is not in the table: status 429 is tried again, 500 and above is "perhaps delivered", the rest is not delivered.
- A call that was begun and never answered is "perhaps delivered". Facebook knows no keys by which it would take a call once.
- What is tried again waits 1 s, 2 s, 4 s … 10 minutes, or as long as Facebook asks for, 12 times; in broadcasts from half a
  second on.
- An error whose cause is the message takes nothing else with it: what follows in the answer is sent.

| code / subcode | what Meta says | cause | the message is | what people read |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
