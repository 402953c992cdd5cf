import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { MAX_PEOPLE_PER_AUDIENCE, parsePeople } from '../../../schemas/campaigns/people.ts';
import type { EditorProps } from '../../resources/fieldKit/editorTypes.ts';
import { TextArea } from '../../resources/fields/long-text/TextArea.tsx';
import { FieldFrame } from '../../resources/fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../resources/fieldKit/useTextDraft.ts';
import { useFormSession } from '../../resources/fieldKit/useSession.ts';
import { count, Small } from './parts.tsx';
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

/** Ids of people: pasted, or added from a CSV file, with how many there are and what is double. */
export default function PeopleEditor(props: EditorProps<string>) {
  const { field, fieldState } = props;
  const draft = useTextDraft(
    props,
    (value) => value ?? '',
    (text) => text || undefined,
  );
  const session = useFormSession();
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<{ text: string; isFault?: boolean }>();
  const { ids, duplicates } = parsePeople(draft.text);
  const take = async (file: File): Promise<void> => {
    if (file.size > MAX_FILE_BYTES) {
      setTold({ text: t('%{name} is too large: at most 5 MB.', { name: file.name }), isFault: true });
      return;
    }
    try {
      const found = parseRecipientCsv(await file.text());
      if (found.ids.length === 0) {
        setTold({ text: t('No user IDs found in %{name}.', { name: file.name }), isFault: true });
        return;
      }
      // What was typed while the file was read is in the form, not in what was drawn when it was chosen.
      const typed = session.read(props.path);
      const before = typeof typed === 'string' ? typed.trimEnd() : '';
      draft.type(`${before}${before === '' ? '' : '\n'}${found.ids.join('\n')}`);
      draft.leave();
      const from = found.column === undefined ? t('the first column') : `“${found.column}”`;
      setTold({
        text: t('%{count} added from %{from} of %{name}.', {
          count: count(found.ids.length),
          from,
          name: file.name,
        }),
      });
    } catch {
      setTold({ text: t('%{name} could not be read.', { name: file.name }), isFault: true });
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
              setTold(undefined);
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
                count: count(ids.length),
                maxPeoplePerAudience: count(MAX_PEOPLE_PER_AUDIENCE),
              })}
              {duplicates.length > 0
                ? t(', %{count} of them twice', { count: count(duplicates.length) })
                : ''}
            </Small>
          </Line>
          {told ? (
            <Small
              role={told.isFault ? 'alert' : 'status'}
              style={told.isFault ? { color: 'var(--danger)' } : undefined}
            >
              {told.text}
            </Small>
          ) : null}
          <CsvInput input={input} onFile={(file) => void take(file)} />
        </>
      )}
    </FieldFrame>
  );
}
