import { useDataProvider, useResourceContext } from 'react-admin';
import { useState } from 'react';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { messageOf } from '../../changes/failures.ts';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { Dot } from '../shared/Badge.tsx';
import { TextWithButton } from '../shared/TextWithButton.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** The result of testing a URL. */
interface TestResult {
  url: string;
  works?: boolean;
  note: string;
}

/** A URL with a test button: the services call it as typed, saved or not, and the result is shown. */
export default function TestedUrlEditor(props: EditorProps<string>) {
  const { field } = props;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider<ConsoleDataProvider>();
  const [result, setResult] = useState<TestResult>();
  const [busy, setBusy] = useState(false);
  const verb = (field.options['test'] as string | undefined) ?? 'test';

  const test = (): void => {
    const url = draft.text;
    setBusy(true);
    provider
      .query(resource, null, verb, { body: { field: field.name, url } })
      .then(
        (found) => setResult({ ...(found as unknown as Omit<TestResult, 'url'>), url }),
        (error: unknown) => setResult({ url, works: false, note: messageOf(error) }),
      )
      .finally(() => setBusy(false));
  };
  const current = result?.url === draft.text ? result : undefined;

  return (
    <TextWithButton
      fieldProps={props}
      draft={draft}
      placeholder="https://"
      input={{ type: 'url', inputMode: 'url' }}
      button={{
        ...{ 'aria-label': t('Test %{title}', { title: field.title.toLowerCase() }), children: t('Test') },
        ...{ disabled: draft.text === '' || busy, onClick: test },
      }}
      aside={
        <span role="status" style={{ fontSize: 12, textAlign: 'right' }}>
          {busy
            ? t('Testing…')
            : current && <Dot tone={current.works ? 'success' : 'danger'}>{current.note}</Dot>}
        </span>
      }
    />
  );
}
