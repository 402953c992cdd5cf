import { styled } from '@mui/material/styles';
import { createContext, type ReactNode, useState } from 'react';
import type { EntityModel } from '../../../schemas/model/types.ts';
import { GuideButton } from '../panels/GuideButton.tsx';
import { GUIDE_IN_MENU, PHONE_TITLE } from '../../ui/phoneTitle.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { HEADER_HEIGHT } from '../../theme/tokens.ts';
import { MESSAGE_BELOW } from '../fieldKit/messageStyles.ts';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { TEXT } from '../../theme/text.ts';

/** Elements in the head of a form's screen that the form fills through portals. */
export interface FormHeadSlots {
  /** Name of the field that is the title, which is edited there. */
  titleField?: string;
  title?: HTMLElement;
  /** The head fields (`aside` of an editor layout), on the line of the title. */
  facts?: HTMLElement;
  buttons?: HTMLElement;
}

/** The head of the form's screen; undefined in dialogs and for forms without a screen of their own. */
export const FormHeadContext = createContext<FormHeadSlots | undefined>(undefined);

/** From this width on the title, the head fields and the buttons fit on one line. */
export const ONE_LINE_QUERY = '@media (min-width:1200px)';

const TITLE = { ...TEXT.title, fontWeight: 600, letterSpacing: '-0.012em' } as const;

const Bar = styled('header')(({ theme }) => ({
  // Below the menu and overlays, above the form.
  position: 'sticky',
  top: 0,
  zIndex: 4,
  display: 'flex',
  alignItems: 'center',
  gap: '2px 12px',
  minHeight: HEADER_HEIGHT,
  boxSizing: 'border-box',
  margin: '0 calc(-1 * var(--edge)) 8px',
  padding: '0 var(--edge)',
  paddingLeft: 'calc(var(--edge) + var(--lead, 0px))',
  // Aligns the buttons with the right edge of the page's fields.
  paddingRight: 'max(var(--edge), 100% - var(--page, 100%) + var(--edge))',
  background: 'var(--sheet)',
  flexWrap: 'wrap',
  '[data-zones] > &': { marginBottom: 0 },
  // Zones begin with a line of their own.
  '[data-form-screen]:not([data-panels], [data-zones]) > &': {
    [theme.breakpoints.up('sm')]: { marginBottom: 20, borderBottom: '1px solid var(--line)' },
  },
  '& h1': { margin: 0, minWidth: 0, overflowWrap: 'anywhere', ...TITLE },
  '&:has([data-place=title]:not(:empty)) h1': visuallyHidden,
  '& [data-place]:empty': { display: 'none' },
  // The entity's noun, above the name of a new record.
  '& [data-above]::before': {
    ...{ content: 'attr(data-above)', display: 'block', ...TEXT.caption, color: 'var(--ink-3)' },
    // Above the back link, aligned with the name.
    [theme.breakpoints.down('sm')]: {
      position: 'absolute',
      top: 8,
      left: 'calc(var(--edge) + 32px)',
      whiteSpace: 'nowrap',
    },
  },
  '& [data-place=title]': {
    flex: '0 1 auto',
    minWidth: 0,
    '& [data-field]': { position: 'relative', maxWidth: '100%' },
    '& [data-label], & p[id$="-help"]': visuallyHidden,
    '& input': {
      fieldSizing: 'content',
      width: 'auto',
      minWidth: 152,
      maxWidth: 'min(440px, 100%)',
      height: 36,
      boxSizing: 'border-box',
      padding: '0 8px',
      ...TITLE,
      textOverflow: 'ellipsis',
    },
    '&[data-above] input': { height: 30, [ONE_LINE_QUERY]: { height: 36 } },
    '& [role=group]': TITLE,
    '& input::placeholder': { fontWeight: 500, opacity: 1, color: 'var(--ink-3)' },
    '& :is(fieldset)': { borderColor: 'transparent' },
    '& [data-field] > :has(> input)': { marginLeft: -8, width: 'auto' },
    '& :hover > fieldset': { borderColor: 'var(--field)' },
    '& :has(> input[readonly]) > fieldset': { borderColor: 'transparent !important' },
    // The error overlays the content below.
    '& [data-said]': {
      ...MESSAGE_BELOW,
      left: 0,
      '&:has(p[id$="-error"])': {
        ...{ top: 'calc(100% + 6px)', padding: '1px 8px', borderRadius: 4 },
        boxShadow: '0 0 0 1px var(--line)',
      },
      width: 'max-content',
      maxWidth: '80vw',
      '& p': { position: 'static', background: 'none' },
    },
  },
  '& [data-place=state]': {
    display: 'flex',
    flex: 'none',
    gap: 8,
    fontSize: 13,
  },
  '& [data-place=facts]': { order: 1, flex: '1 0 100%', minWidth: 0 },
  '& [data-place=buttons]': { display: 'flex', alignItems: 'center', gap: 8, marginLeft: 'auto' },
  '& [data-gap]': { flex: '1 1 0', minWidth: 0 },
  '&:has([data-place=facts]:not(:empty))': { paddingTop: 10 },
  [ONE_LINE_QUERY]: {
    flexWrap: 'nowrap',
    paddingTop: '0 !important',
    // The noun fits before the name.
    '& [data-above]': {
      ...{ display: 'flex', alignItems: 'center', gap: 20, flexShrink: 0 },
      '&::before': { ...TEXT.small, whiteSpace: 'nowrap' },
      '& ~ [data-place=facts]': { marginLeft: 12 },
    },
    '& [data-place=facts]': { order: 0, flex: '0 1 auto' },
  },
  [theme.breakpoints.down('sm')]: {
    columnGap: 4,
    '&:has([data-place=facts]:not(:empty))': { paddingTop: 0 },
    '&:has([data-above]:not(:empty))': { columnGap: 0, paddingTop: '14px !important' },
    '&:has([data-above]:not(:empty))::before': { marginRight: 0 },
    '& nav + h1 + [data-above]': { marginLeft: 4 },
    '[data-form-screen]:not([data-zones]) > &:has([data-above]:not(:empty))': {
      marginBottom: 16,
      borderBottom: '1px solid var(--line)',
    },
    // A long name wraps to two lines of half the height, so that the head never grows.
    '& h1': { flex: '1 1 0' },
    '& :is(h1, [data-place=title] [role=group])': PHONE_TITLE,
    '& [data-place=title]': {
      flex: '1 1 0',
      '& input': { width: '100%', minWidth: 0, fieldSizing: 'fixed', padding: 0, fontSize: 18 },
      // Aligned with other titles; an underline in place of a frame.
      '& [data-field] > :has(> input)': { width: '100%', marginLeft: 0, background: 'none' },
      '& fieldset': { inset: '0 0 6px', border: 0, borderRadius: 0, borderBottom: '1px solid transparent' },
      '& input:placeholder-shown:not(:focus, [aria-invalid=true]) ~ fieldset': {
        borderColor: 'var(--field)',
      },
      '& input:focus ~ fieldset, & [aria-invalid=true] ~ fieldset': {
        ...{ borderWidth: '0 0 2px !important', boxShadow: 'none !important' },
      },
    },
    // The state stands below the name.
    // The first line is as high as the menu's handle.
    '&::before': { content: '""', height: HEADER_HEIGHT, marginRight: -4 },
    '& [data-place=state]': { order: 1, flex: '1 0 100%', margin: '-16px 0 8px', position: 'relative' },
    '&:has(> nav)': { '--lead': '0px' },
    '& nav ~ :is([data-place=state], [data-used-by])': { paddingLeft: 32 },
    '& > button:last-of-type': { marginRight: -10 },
    ...GUIDE_IN_MENU,
    '& [data-place=facts]': {
      marginLeft: 'calc(-1 * var(--lead, 0px))',
      flex: '1 0 calc(100% + var(--lead, 0px))',
    },
    '& > [data-gap]': { display: 'none' },
  },
}));
interface FormHeadProps {
  title: ReactNode;
  /** The title stays visible above the name input. */
  isNew?: boolean;
  /** The form is shown beside its list (split layout). */
  isBeside: boolean;
  /** The list that the back link leads to. */
  back?: { label: string; path: string };
  /** The record's lifecycle state, where it has one. */
  state?: ReactNode;
  actions?: ReactNode;
  onSlots: (change: (now: FormHeadSlots) => FormHeadSlots) => void;
}

/** The head of a form's screen: back link, title, state, head fields and buttons. */
export function FormHead({ title, isNew = false, isBeside, back, state, actions, onSlots }: FormHeadProps) {
  const [refs] = useState(() => {
    const slotRef = (name: 'title' | 'facts' | 'buttons') => (node: HTMLElement | null) =>
      onSlots((now) => ({ ...now, [name]: node ?? undefined }));
    return { title: slotRef('title'), facts: slotRef('facts'), buttons: slotRef('buttons') };
  });
  return (
    <Bar data-form-head={isBeside ? 'beside' : 'top'} data-page-head data-whole>
      {back ? <BackLink {...back} /> : null}
      <h1>{title}</h1>
      <div data-place="title" data-above={(isNew && title) || undefined} ref={refs.title} />
      <div data-place="state">{state}</div>
      <div data-place="facts" ref={refs.facts} />
      <span data-gap />
      <GuideButton />
      {actions}
      <div data-place="buttons" ref={refs.buttons} />
    </Bar>
  );
}

/**
 * The field that is the record's title, if it is a single editable text of the form; undefined in forms with steps,
 * which show it in a step.
 */
export function findTitleField({
  recordTitle,
  fields,
  form,
}: Pick<EntityModel, 'recordTitle' | 'fields' | 'form'>) {
  const name = /^\{\{\s*(\w+)\s*\}\}$/.exec(recordTitle)?.[1];
  const field = fields.find((one) => one.name === name);
  const placed = [...form.main, ...form.aside].flatMap(({ rows }) => rows.flat());
  return !form.steps && field?.type === 'text' && !field.readOnly && placed.includes(field.name)
    ? field.name
    : undefined;
}
