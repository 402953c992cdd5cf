import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, use } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { TOUCH_TARGET } from '../../../theme/touch.ts';
import { FormHeadContext } from '../FormHead.tsx';
import { HandleDockContext } from '../HandleDockContext.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { formId, useFormSession, useSessionValue } from '../../fieldKit/useSession.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { PHONE } from '../../../theme/tokens.ts';

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
  margin: 'calc(24px + var(--handle, 0px)) calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  padding: '12px var(--edge)',
  // Aligns the buttons with the right edge of the page's fields.
  paddingRight: 'max(var(--edge), 100% - var(--page, 100%) + var(--edge))',
  // On pages with several forms the bars are not sticky.
  position: 'var(--bar, sticky)' as 'sticky',
  // Negates the padding of the scroll container, which a sticky box keeps.
  bottom: 'calc(-1 * var(--edge))',
  zIndex: 2,
  background: 'var(--sheet)',
  borderTop: '1px solid var(--line)',
  // Beside the drawer's handle there is no room for Cancel; the back link leaves the form too.
  [theme.breakpoints.down('sm')]: {
    '&:has(> [data-dock]) .cancel': { display: 'none' },
    '& .MuiButton-root': { minHeight: TOUCH_TARGET, paddingInline: '16px' },
  },
  '&[data-dialog]': {
    bottom: 0,
    background: 'var(--raised)',
    margin: '24px calc(-1 * var(--inset, 24px)) 0',
    padding: '12px var(--inset, 24px)',
  },
}));
const StatusText = styled('span')({
  flex: 1,
  fontSize: 12,
  color: 'var(--ink-2)',
});

/** Where the handle of the panels' drawer docks, at the left of the buttons; reserves its height. */
const Dock = styled('span')({ display: 'flex', flex: 1, minWidth: 0, minHeight: 44 });

/** The look of Save while nothing is changed; still readable. */
const UNCHANGED_STYLE = { color: 'var(--ink-3)', background: 'var(--sunken)', borderColor: 'var(--line)' };

interface SaveBarProps {
  label: string;
  saving?: boolean;
  /** The form is read-only: there is no Save. */
  readOnly?: boolean;
  /** Nobody can edit such records, which needs no word. */
  isNeverEditable?: boolean;
  /** The form is in a dialog. */
  inDialog?: boolean;
  /** Further actions on the record, before Save. */
  extraActions?: ReactNode;
  /** The primary button of the record's next transition; Save is secondary then. */
  nextAction?: ReactNode;
  /** Leaves the form; undefined where there is nowhere to go back to. */
  onCancel?: () => void;
  /** What Cancel does in a form that is always open: it resets to the stored values. */
  onRevert?: () => void;
}

/** The status in the form's head. */
const HeadStatusText = styled(StatusText)({ flex: 'none' });

/**
 * Cancel and Save: in the head of the form's screen, or on phones and in dialogs below the form. Save looks disabled
 * until something changed, yet can be pressed, to show what is missing.
 */
export function SaveBar({
  label,
  saving,
  readOnly,
  isNeverEditable,
  inDialog,
  extraActions,
  nextAction,
  onCancel,
  onRevert,
}: SaveBarProps) {
  const dirty = useSessionValue((session) => session.dirty);
  const { settings, flushTyping } = useFormSession();
  const head = use(FormHeadContext);
  const handleDock = use(HandleDockContext);
  const isInHead = !useMediaQuery(PHONE, { noSsr: true }) && head;
  const isUnchanged = !dirty && settings.mode !== 'create';
  const statusText = readOnly
    ? nextAction || isNeverEditable
      ? ''
      : t('View only')
    : dirty
      ? t('Unsaved changes')
      : '';
  const buttons = (
    <>
      {/* Not beside two buttons in the head, where the back link does the same, nor in read-only dialogs, which have a close button. */}
      {onCancel && !(isInHead && nextAction) && !(inDialog && readOnly) ? (
        <Button className={readOnly ? undefined : 'cancel'} onClick={onCancel}>
          {readOnly ? t('Close') : t('Cancel')}
        </Button>
      ) : null}
      {onRevert && !onCancel && !readOnly ? (
        <Button
          className="cancel"
          disabled={!dirty}
          onClick={() => {
            // Render the last input first, so that the inputs notice that the values are reset.
            flushSync(flushTyping);
            onRevert();
          }}
        >
          {t('Cancel')}
        </Button>
      ) : null}
      {extraActions}
      {readOnly ? null : (
        <Button
          type="submit"
          form={formId(settings.idPrefix)}
          variant={nextAction || isUnchanged ? 'outlined' : 'contained'}
          sx={isUnchanged ? UNCHANGED_STYLE : undefined}
          loading={saving}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {label}
        </Button>
      )}
      {nextAction}
    </>
  );
  if (isInHead && !inDialog) {
    const inHead = (
      <>
        <HeadStatusText role="status">{statusText}</HeadStatusText>
        {buttons}
      </>
    );
    return (
      <>
        {/* Keeps the end of the form visible above the handle of its panels. */}
        <div data-bar style={{ height: 'var(--handle, 0px)', margin: 0 }} />
        {head.buttons ? createPortal(inHead, head.buttons) : null}
      </>
    );
  }
  if (inDialog && isNeverEditable && !extraActions && !nextAction)
    return <div data-bar style={{ height: 24 }} />;
  return (
    <Bar data-bar data-dialog={inDialog || undefined}>
      {handleDock && !inDialog ? <Dock data-dock ref={handleDock.setDock} /> : null}
      <StatusText role="status" style={handleDock ? visuallyHidden : undefined}>
        {statusText}
      </StatusText>
      {buttons}
    </Bar>
  );
}
