import Check from '@mui/icons-material/Check';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useRecordContext } from 'react-admin';
import { useEffect, useRef, useState } from 'react';
import { FieldFrame } from '../../fieldKit/FieldFrame.tsx';
import type { EditorProps } from '../../fieldKit/editorTypes.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** How long the button shows that it has copied. */
const COPIED_SHOWN_MS = 2_000;

/** Does not look editable. */
const READ_ONLY_STYLE = {
  background: 'var(--sunken)',
  padding: '7px 12px',
  flex: '1 1 0',
  // Takes the whole line on phones.
  [PHONE]: { flex: '1 0 100%' },
  '&:not(.Mui-focused) fieldset': { borderColor: 'var(--line) !important' },
} as const;

/**
 * A read-only value with a copy button. Computed values are read from the record, since the form does not have them.
 */
export default function CopyEditor(props: EditorProps<string>) {
  const { field } = props;
  const record = useRecordContext();
  const text = props.value ?? (record?.[field.name] as string | undefined) ?? '';
  const open = field.options['open'] as string | undefined;
  const input = useRef<HTMLTextAreaElement>(null);
  const [copyResult, setCopyResult] = useState<'yes' | 'no'>();
  useEffect(() => {
    if (copyResult === undefined) return undefined;
    const timer = setTimeout(() => setCopyResult(undefined), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copyResult]);
  const copy = (): void => {
    input.current?.select();
    navigator.clipboard.writeText(text).then(
      () => setCopyResult('yes'),
      () => setCopyResult('no'),
    );
  };
  return (
    <FieldFrame fieldProps={props}>
      {({ id, ...aria }) => (
        <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 8 }}>
          <OutlinedInput
            id={id}
            inputRef={input}
            size="small"
            fullWidth
            readOnly
            // Wraps, so that the whole value is visible.
            multiline
            value={text}
            onFocus={(event) => event.target.select()}
            sx={READ_ONLY_STYLE}
            slotProps={{
              input: {
                ...aria,
                spellCheck: false,
                style: {
                  fontFamily: 'var(--mono, ui-monospace, monospace)',
                  ...TEXT.small,
                  overflowWrap: 'anywhere',
                },
              },
            }}
          />
          <Button
            variant="outlined"
            onClick={copy}
            aria-label={t('Copy %{title}', { title: field.title.toLowerCase() })}
            startIcon={copyResult === 'yes' ? <Check fontSize="small" /> : undefined}
            sx={{ flex: 'none', minWidth: 72 }}
          >
            {copyResult === 'yes' ? t('Copied') : t('Copy')}
          </Button>
          {open === undefined ? null : (
            <Button variant="outlined" href={text} target="_blank" rel="noopener" sx={{ flex: 'none' }}>
              {open}
            </Button>
          )}
          <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
            {copyResult === 'no' &&
              t('The browser does not allow copying here. The text is selected, so you can copy it.')}
            {copyResult === 'yes' && t('%{title} copied', { title: field.title })}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
