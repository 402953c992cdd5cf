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

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  alignItems: 'center',
  gap: 8,
  margin: 'calc(24px + var(--handle, 0px)) calc(-1 * var(--edge)) calc(-1 * var(--edge))',
  padding: '12px var(--edge)',
  // The buttons end where the page's fields do.
  paddingRight: 'max(var(--edge), 100% - var(--page, 100%) + var(--edge))',
  // Of several forms on a page none stays in sight.
  position: 'var(--bar, sticky)' as 'sticky',
  // At the sheet's edge: a sticky box keeps off the padding of what scrolls.
  bottom: 'calc(-1 * var(--edge))',
  zIndex: 2,
  background: 'var(--sheet)',
  borderTop: '1px solid var(--line)',
  // Beside the handle there is no room for what can be done without: the way back leaves the form too.
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
const Note = styled('span')({
  flex: 1,
  fontSize: 12,
  color: 'var(--ink-2)',
});

/** Where the handle of the form's panels stands, at the left of the buttons; as high as that before it is there. */
const Dock = styled('span')({ display: 'flex', flex: 1, minWidth: 0, minHeight: 44 });

/** Of what there is no need to press, and which can be read all the same. */
const AT_REST = { color: 'var(--ink-3)', background: 'var(--sunken)', borderColor: 'var(--line)' };

/** There is no room for the buttons in the head. */
const PHONE = '(max-width:599.95px)';

interface SaveBarProps {
  label: string;
  saving?: boolean;
  /** Nothing can be saved: the form is only looked at. */
  readOnly?: boolean;
  /** Stands in a dialog. */
  sticky?: boolean;
  /** What else can be done with the record, before Save. */
  beside?: ReactNode;
  /** The button of the record's step onwards, which is filled; Save stands beside it then. */
  next?: ReactNode;
  /** Leaves the form; absent where there is nowhere to go back to. */
  onCancel?: () => void;
  /** What Cancel does in a form that is always open: its values are the stored ones again. */
  onTakeBack?: () => void;
}

/** In the head there is no room for what can be done without: the way back leaves the form too. */
const HeadNote = styled(Note)({ flex: 'none' });

/**
 * Cancel and save, always in reach: in the head of the form's screen, and on a phone or in a dialog below the form.
 * Save looks as if off until something changed, and can be pressed all the same: it says what is missing.
 */
export function SaveBar({
  label,
  saving,
  readOnly,
  sticky,
  beside,
  next,
  onCancel,
  onTakeBack,
}: SaveBarProps) {
  const dirty = useSessionValue((session) => session.dirty);
  const { settings, flushTyping } = useFormSession();
  const head = use(FormHeadContext);
  const docking = use(HandleDockContext);
  const isInHead = !useMediaQuery(PHONE, { noSsr: true }) && head;
  const isAtRest = !dirty && settings.mode !== 'create';
  const said = readOnly ? (next ? '' : t('View only')) : dirty ? t('Unsaved changes') : '';
  const buttons = (
    <>
      {/* Beside two buttons in the head the way back stands for it, in a dialog that is only looked at its cross. */}
      {onCancel && !(isInHead && next) && !(sticky && readOnly) ? (
        <Button className={readOnly ? undefined : 'cancel'} onClick={onCancel}>
          {readOnly ? t('Close') : t('Cancel')}
        </Button>
      ) : null}
      {onTakeBack && !onCancel && !readOnly ? (
        <Button
          className="cancel"
          disabled={!dirty}
          onClick={() => {
            // An input begins anew when what is drawn changes: what was typed last is drawn first.
            flushSync(flushTyping);
            onTakeBack();
          }}
        >
          {t('Cancel')}
        </Button>
      ) : null}
      {beside}
      {readOnly ? null : (
        <Button
          type="submit"
          form={formId(settings.idPrefix)}
          variant={next || isAtRest ? 'outlined' : 'contained'}
          sx={isAtRest ? AT_REST : undefined}
          loading={saving}
          aria-keyshortcuts="Control+S Meta+S"
        >
          {label}
        </Button>
      )}
      {next}
    </>
  );
  if (isInHead && !sticky) {
    const inHead = (
      <>
        <HeadNote role="status">{said}</HeadNote>
        {buttons}
      </>
    );
    return (
      <>
        {/* The end of the form is seen above the handle of its panels. */}
        <div data-bar style={{ height: 'var(--handle, 0px)', margin: 0 }} />
        {head.buttons ? createPortal(inHead, head.buttons) : null}
      </>
    );
  }
  return (
    <Bar data-bar data-dialog={sticky || undefined}>
      {docking && !sticky ? <Dock data-dock ref={docking.setDock} /> : null}
      <Note role="status" style={docking ? visuallyHidden : undefined}>
        {said}
      </Note>
      {buttons}
    </Bar>
  );
}
