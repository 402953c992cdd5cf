import AddIcon from '@mui/icons-material/Add';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import { styled } from '@mui/material/styles';
import { countValues, type RailField } from '../../fieldKit/optionalFields.ts';
import { pointerSegments } from '../../../../schemas/model/pointer.ts';
import { useErrorCount, useFormSession, useIsReadOnly, useSessionValue } from '../../fieldKit/useSession.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

/** An item of the rail; its drag handle shows on hover and focus. */
export const RailListItem = styled('li')(({ theme }) => ({
  position: 'relative',
  borderRadius: 6,
  '&[data-open]': { background: 'var(--accent-soft)' },
  '&[data-over]': { boxShadow: 'inset 0 0 0 2px var(--accent)' },
  '&:hover:not([data-open])': { background: 'var(--hover)' },
  '& > button:last-of-type:not(:first-of-type)': { position: 'absolute', right: 4, top: 14, opacity: 0 },
  '&:hover > button, & > button:last-of-type:focus-visible': { opacity: '1 !important' },
  [theme.breakpoints.up('md')]: {
    '&[data-open]::before': {
      content: '""',
      position: 'absolute',
      left: 0,
      top: 8,
      bottom: 8,
      width: 3,
      borderRadius: '0 2px 2px 0',
      background: 'var(--accent)',
    },
  },
  [theme.breakpoints.down('md')]: {
    // The fourth is cut by the edge, which hints at more.
    flex: '0 0 104px',
    overflow: 'hidden',
    border: '1px solid var(--frame)',
    borderRadius: 8,
    '&[data-open]': {
      borderColor: 'var(--accent)',
      boxShadow: '0 0 0 1px var(--accent)',
      background: 'none',
    },
  },
}));
export const RailButton = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 52,
  padding: '6px 8px',
  borderRadius: 6,
  cursor: 'pointer',
  ...TEXT.small,
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
  '& > span:not(.words)': { width: 40, height: 40, borderRadius: 4 },
  '& > .words': { flex: 1, minWidth: 0 },
  '& b, & i': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b': { fontWeight: 500 },
  '& i': { fontStyle: 'normal', ...TEXT.caption, color: 'var(--ink-3)' },
  [theme.breakpoints.down('md')]: {
    flexDirection: 'column',
    alignItems: 'stretch',
    height: '100%',
    gap: 4,
    padding: '0 0 5px',
    '& > span:not(.words)': { width: '100%', borderRadius: 0 },
    // The error icon overlays the picture, so that the strip keeps its height.
    '& > svg': { position: 'absolute', top: 4, right: 4, borderRadius: 9, background: 'var(--sheet)' },
    '& > .words': { padding: '0 7px', ...TEXT.caption, alignContent: 'center' },
    '& > .words:first-of-type': { paddingTop: 5 },
  },
}));
const Row = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 36,
  padding: '0 8px',
  borderRadius: 6,
  cursor: 'pointer',
  fontSize: 13,
  fontWeight: 500,
  color: 'var(--ink-2)',
  '& > span': { flex: 1 },
  '& i': { fontStyle: 'normal', fontWeight: 400, color: 'var(--ink-3)' },
  '& svg': { fontSize: 18 },
  '&:hover': { background: 'var(--hover)', color: 'var(--ink)' },
  '&[aria-pressed=true]': { background: 'var(--accent-soft)', color: 'var(--accent-text)' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -2 },
});

/** An error icon whose title has the count; nothing without errors. */
export const ErrorCount = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <ErrorIcon
      titleAccess={count === 1 ? t('1 problem') : t('%{count} problems', { count })}
      sx={{ fontSize: 16, color: 'var(--danger)', flex: 'none', mx: { xs: 'auto', md: 0 } }}
    />
  );

/** “+ Quick replies”, or “Quick replies 3” once there are some. */
export function RailFieldButton({
  railField,
  isOpen,
  onChoose,
}: {
  railField: RailField;
  isOpen: boolean;
  onChoose: () => void;
}) {
  const session = useFormSession();
  const amount = useSessionValue(() => countValues(session.read(pointerSegments(railField.pointer))));
  const errorCount = useErrorCount([railField.pointer]);
  if (useIsReadOnly() && amount === 0) return null;
  return (
    <Row type="button" data-filled={amount > 0 || undefined} aria-pressed={isOpen} onClick={onChoose}>
      {amount === 0 && !isOpen ? <AddIcon aria-hidden /> : null}
      <span>{railField.field.title}</span>
      {amount > 1 || railField.field.fields ? <i>{amount || ''}</i> : null}
      <ErrorCount count={errorCount} />
    </Row>
  );
}
