import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { MAX_PEOPLE_PER_AUDIENCE, parsePersonIds } from '../../../schemas/campaigns/people.ts';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { TextArea } from '../../resources/fields/long-text/TextArea.tsx';
import { FieldFrame } from '../../resources/fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../resources/fieldKit/useTextDraft.ts';
import { useFormSession } from '../../resources/fieldKit/useSession.ts';
import { formatCount, Small } from './parts.tsx';
import { CsvInput } from '../../resources/list/import/CsvInput.tsx';
import { MAX_FILE_BYTES, parseRecipientCsv } from './recipientCsv.ts';
import { t } from '../../../schemas/texts/translate.ts';

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  '& p': { margin: 0 },
});

/** Editor of people's ids: typed or pasted, or added from a CSV file, with their number and duplicates. */
export default function PeopleEditor(props: EditorProps<string>) {
  const { field, fieldState } = props;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const session = useFormSession();
  const input = useRef<HTMLInputElement>(null);
  const [feedback, setFeedback] = useState<{ text: string; isFault?: boolean }>();
  const { ids, duplicates } = parsePersonIds(draft.text);
  const addFromFile = async (file: File): Promise<void> => {
    if (file.size > MAX_FILE_BYTES) {
      setFeedback({ text: t('%{name} is too large: at most 5 MB.', { name: file.name }), isFault: true });
      return;
    }
    try {
      const found = parseRecipientCsv(await file.text());
      if (found.ids.length === 0) {
        setFeedback({ text: t('No user IDs found in %{name}.', { name: file.name }), isFault: true });
        return;
      }
      // Typed text may have changed while the file was read: it is read from the form, not from this render.
      const typed = session.read(props.path);
      const before = typeof typed === 'string' ? typed.trimEnd() : '';
      draft.type(`${before}${before === '' ? '' : '\n'}${found.ids.join('\n')}`);
      draft.leave();
      const from = found.column === undefined ? t('the first column') : `“${found.column}”`;
      setFeedback({
        text: t('%{count} added from %{from} of %{name}.', {
          count: formatCount(found.ids.length),
          from,
          name: file.name,
        }),
      });
    } catch {
      setFeedback({ text: t('%{name} could not be read.', { name: file.name }), isFault: true });
    }
  };
  return (
    <FieldFrame fieldProps={props}>
      {(aria) => (
        <>
          <TextArea
            {...aria}
            data-mono
            name={field.name}
            rows={4}
            value={draft.text}
            readOnly={fieldState.readOnly}
            placeholder={field.placeholder}
            spellCheck={false}
            onChange={(event) => {
              setFeedback(undefined);
              draft.type(event.target.value);
            }}
            onBlur={draft.leave}
          />
          <Line>
            {fieldState.readOnly ? null : (
              <Button
                size="small"
                color="inherit"
                variant="outlined"
                startIcon={<UploadFile />}
                onClick={() => input.current?.click()}
              >
                {t('Add from a CSV file')}
              </Button>
            )}
            <Small
              role="status"
              style={ids.length > MAX_PEOPLE_PER_AUDIENCE ? { color: 'var(--danger)' } : undefined}
            >
              {t('%{count} of at most %{maxPeoplePerAudience}', {
                count: formatCount(ids.length),
                maxPeoplePerAudience: formatCount(MAX_PEOPLE_PER_AUDIENCE),
              })}
              {duplicates.length > 0
                ? t(', %{count} of them twice', { count: formatCount(duplicates.length) })
                : ''}
            </Small>
          </Line>
          {feedback ? (
            <Small
              role={feedback.isFault ? 'alert' : 'status'}
              style={feedback.isFault ? { color: 'var(--danger)' } : undefined}
            >
              {feedback.text}
            </Small>
          ) : null}
          <CsvInput input={input} onFile={(file) => void addFromFile(file)} />
        </>
      )}
    </FieldFrame>
  );
}
