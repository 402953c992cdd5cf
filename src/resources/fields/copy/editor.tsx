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

/** Milliseconds for which a button says that it has copied. */
const COPIED_SHOWN_MS = 2_000;

/** It does not look as if it could be typed into. */
const READ_ONLY = {
  background: 'var(--sunken)',
  padding: '7px 12px',
  flex: '1 1 0',
  // An address has the whole line.
  [PHONE]: { flex: '1 0 100%' },
  '&:not(.Mui-focused) fieldset': { borderColor: 'var(--line) !important' },
} as const;

/** What is to be pasted elsewhere. A value that is worked out belongs to the record, and is no part of what is sent. */
export default function CopyEditor(props: EditorProps<string>) {
  const { field } = props;
  const record = useRecordContext();
  const text = props.value ?? (record?.[field.name] as string | undefined) ?? '';
  const open = field.options['open'] as string | undefined;
  const input = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no'>();
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    input.current?.select();
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('no'),
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
            // Whole: what is cut off would be read as missing.
            multiline
            value={text}
            onFocus={(event) => event.target.select()}
            sx={READ_ONLY}
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
            startIcon={copied === 'yes' ? <Check fontSize="small" /> : undefined}
            sx={{ flex: 'none', minWidth: 72 }}
          >
            {copied === 'yes' ? t('Copied') : t('Copy')}
          </Button>
          {open === undefined ? null : (
            <Button variant="outlined" href={text} target="_blank" rel="noopener" sx={{ flex: 'none' }}>
              {open}
            </Button>
          )}
          <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
            {copied === 'no' &&
              t('The browser does not allow copying here. The text is selected, so you can copy it.')}
            {copied === 'yes' && t('%{title} copied', { title: field.title })}
          </span>
        </div>
      )}
    </FieldFrame>
  );
}
