import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { styled } from '@mui/material/styles';
import { useId, useRef, useState } from 'react';
import type { OneTimeSecret } from '../dataProvider/oneTimeSecrets.ts';
import { t } from '../../schemas/texts/translate.ts';

const Row = styled('div')({ display: 'flex', gap: 8, alignItems: 'stretch', margin: '12px 0' });
const Value = styled('input')({
  flex: 1,
  minWidth: 0,
  padding: '8px 12px',
  borderRadius: 8,
  border: '1px solid var(--line)',
  background: 'var(--hover)',
  color: 'var(--ink)',
  font: '14px/20px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
});

interface OneTimeSecretDialogProps extends OneTimeSecret {
  onClose: () => void;
}

/** Shows a secret that nobody can look up again. Only its button closes it, so that no stray click does. */
export const OneTimeSecretDialog = ({ title, value, sentTo, onClose }: OneTimeSecretDialogProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no'>();
  const copy = (): void => {
    input.current?.select();
    // Without the clipboard's permission the selected text can still be copied with the keyboard.
    navigator.clipboard.writeText(value).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  };
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={id} aria-describedby={`${id}-note`}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <p id={`${id}-note`} style={{ margin: 0 }}>
          {t('It is shown only once. %{sentTo}', {
            sentTo: sentTo
              ? t('It was also sent to %{sentTo}.', { sentTo })
              : t('Copy it and pass it on safely.'),
          })}
        </p>
        <Row>
          <Value
            ref={input}
            readOnly
            aria-label={title}
            value={value}
            autoComplete="off"
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <Button variant="outlined" onClick={copy} autoFocus>
            {copied === 'yes' ? t('Copied') : t('Copy')}
          </Button>
        </Row>
        <span role="status">
          {copied === 'no' &&
            t('The browser does not allow copying here. The text is selected, so you can copy it.')}
        </span>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('Done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
