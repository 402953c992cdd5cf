import { useDataProvider, useResourceContext } from 'react-admin';
import { useState } from 'react';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';
import { messageOf } from '../../changes/failures.ts';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { Dot } from '../shared/Badge.tsx';
import { TextWithButton } from '../shared/TextWithButton.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** What a test found: the address that it was of, and a sentence. */
interface Outcome {
  of: string;
  works?: boolean;
  note: string;
}

/** An address that is called as it stands in the form, saved or not, and what comes of it in words. */
export default function TestedUrlEditor(props: EditorProps<string>) {
  const { field } = props;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const resource = useResourceContext() ?? '';
  const provider = useDataProvider<ConsoleDataProvider>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const verb = (field.options['test'] as string | undefined) ?? 'test';

  const test = (): void => {
    const url = draft.text;
    setBusy(true);
    provider
      .query(resource, null, verb, { body: { field: field.name, url } })
      .then(
        (found) => setOutcome({ ...(found as unknown as Omit<Outcome, 'of'>), of: url }),
        (error: unknown) => setOutcome({ of: url, works: false, note: messageOf(error) }),
      )
      .finally(() => setBusy(false));
  };
  const told = outcome?.of === draft.text ? outcome : undefined;

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
          {busy ? t('Testing…') : told && <Dot tone={told.works ? 'success' : 'danger'}>{told.note}</Dot>}
        </span>
      }
    />
  );
}
