import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { isMasked } from '../../fieldKit/masked.ts';
import { GeneratedSecret } from './GeneratedSecret.tsx';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import { useTextDraft } from '../../fieldKit/useTextDraft.ts';
import { useRemountKey } from '../../fieldKit/useSession.ts';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A secret that can be written, or made by an action, but never read. */
export default function SecretEditor(props: EditorProps<string>) {
  const { action } = props.field.options;
  const restart = useRemountKey(props.path);
  return typeof action === 'string' ? (
    <GeneratedSecret fieldProps={props} action={action} />
  ) : (
    <TypedSecret key={restart} {...props} />
  );
}

/** The stored one shows masked until it is replaced. */
function TypedSecret(props: EditorProps<string>) {
  const { field, value, onChange, fieldState } = props;
  const [stored] = useState(() => (isMasked(value) ? value : undefined));
  const [replacing, setReplacing] = useState(stored === undefined);
  const draft = useTextDraft(
    props,
    (secret) => (isMasked(secret) ? '' : (secret ?? '')),
    (text) => text || stored,
  );
  return (
    <FieldFrame fieldProps={props}>
      {({ id, ...aria }) => (
        <div style={{ display: 'flex', gap: 8 }}>
          <OutlinedInput
            id={id}
            key={String(replacing)}
            name={field.name}
            size="small"
            fullWidth
            autoComplete="new-password"
            type={replacing ? 'password' : 'text'}
            error={aria['aria-invalid']}
            value={replacing ? draft.text : stored}
            readOnly={fieldState.readOnly || !replacing}
            placeholder={field.placeholder}
            autoFocus={replacing && stored !== undefined}
            onChange={(event) => draft.type(event.target.value)}
            onBlur={draft.leave}
            slotProps={{ input: aria }}
          />
          {stored !== undefined && !fieldState.readOnly ? (
            <Button
              variant="outlined"
              aria-label={`${replacing ? t('Keep') : t('Replace')} ${field.title.toLowerCase()}`}
              onClick={() => {
                if (replacing) {
                  draft.type('');
                  onChange(stored);
                }
                setReplacing(!replacing);
              }}
            >
              {replacing ? t('Keep') : t('Replace')}
            </Button>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}
