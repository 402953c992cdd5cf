import { styled } from '@mui/material/styles';
import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { COMPACT_MESSAGES, MESSAGE_BELOW } from '../../fieldKit/messageStyles.ts';
import { FormHeadContext, ONE_LINE_QUERY } from '../FormHead.tsx';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { type RailField, RailFieldsContext } from '../../fieldKit/optionalFields.ts';
import { TEXT } from '../../../theme/text.ts';
import type { RenderedSection } from './FormLayout.tsx';
import { SectionPanel } from './SectionPanel.tsx';

/** Fields in the form's head: a label with a small input beside it, which has a frame only on hover and focus. */
const HeadFields = styled('div')(({ theme }) => ({
  padding: '2px 0 6px',
  '& [data-label]': { minHeight: 0 },
  '& [data-label] > label, & [data-label] > span:first-of-type': { color: 'var(--ink-3)', fontWeight: 400 },
  '& [data-label] > [aria-hidden]': visuallyHidden,
  // Help is only for screen readers.
  ...COMPACT_MESSAGES,
  '& section, & section > div, & section > div > div': { minWidth: 0 },
  '& section > div > div': { flexDirection: 'row', flexWrap: 'wrap', gap: '0 16px', alignItems: 'center' },
  '& [data-field]': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(72px, 1fr)',
    alignItems: 'center',
    gap: '0 4px',
    flex: '0 1 auto',
    minWidth: 0,
  },
  '& [data-type=enum]': { flex: 'none', gridTemplateColumns: 'auto minmax(92px, max-content)' },
  '& [data-type=tags]': { flex: '1 1 200px', maxWidth: 400, gridTemplateColumns: 'auto minmax(136px, 1fr)' },
  '& [data-type=reference]': { flex: '0 1 280px' },
  // The link to the chosen record is hidden until hover or focus.
  '@media (hover: hover)': {
    '& [data-type=reference]:not(:hover):not(:focus-within) a': { opacity: 0 },
  },
  '& [data-field] fieldset': { borderColor: 'transparent' },
  '& [data-field] :hover > fieldset': { borderColor: 'var(--field)' },
  // Further lines of a message overlay the content below, so that the head keeps its height.
  '& [data-said]': { ...MESSAGE_BELOW, gridArea: '1 / 2' },
  [ONE_LINE_QUERY]: {
    padding: 0,
    '& section > div > div': { flexWrap: 'nowrap' },
    // As wide as a typical name with its sign.
    '& [data-type=reference]': { minWidth: 320 },
  },
  [theme.breakpoints.down('sm')]: {
    '& section > div > div': { flexDirection: 'row !important', gap: '4px 8px' },
    // Aligns the first value with the page's left edge.
    '& section:first-of-type [data-field]:first-of-type:not([data-type=reference])': { marginLeft: -10 },
    // References share their line with a switch, with a frame.
    '& [data-type=reference]': { flex: '1 1 200px', maxWidth: 'none' },
    '& [data-type=reference] :not(.Mui-error, .Mui-focused) > fieldset': { borderColor: 'var(--field)' },
    // Selects need no 16 px text to prevent zooming on iOS.
    '& .MuiSelect-select': { ...TEXT.small, fontWeight: 500 },
    '& [data-type=tags] input::placeholder': { ...TEXT.small, color: 'var(--ink-2)' },
    // The values are self-explanatory; labels are only for screen readers.
    '& [data-label]': visuallyHidden,
    '& [data-field]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-type=enum]': { gridTemplateColumns: 'minmax(92px, max-content)' },
    '& [data-type=tags]': { flex: '1 1 96px', gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-said]': { gridArea: '1 / 1' },
  },
}));
/** The head fields of a form without a head. */
const HeadFieldsBar = styled('div')({ padding: '8px var(--edge)', borderBottom: '1px solid var(--line)' });
/** The last section fills the remaining height. */
const LAST_SECTION = '& > section:last-of-type';
const Zones = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 0 auto',
  minWidth: 0,
  '& section': { minWidth: 0 },
  [`${LAST_SECTION}, ${LAST_SECTION} > div, ${LAST_SECTION} > div > div:not(:empty)`]: {
    display: 'flex',
    flex: '1 0 auto',
    minWidth: 0,
  },
  [LAST_SECTION]: { flexDirection: 'column' },
});

interface EditorLayoutProps {
  /** Sections of the head. */
  headSections: RenderedSection[];
  main: RenderedSection[];
  /** Names of the optional fields that are rows of the rail. */
  railFieldNames: string[];
  /** Rendered fields by name. */
  contents: ReadonlyMap<string, ReactNode>;
}

/**
 * The `editor` layout: head fields, and a full-bleed rail of items and optional fields with the chosen one beside it.
 */
export function EditorLayout({ headSections, main, railFieldNames, contents }: EditorLayoutProps) {
  const { settings } = useFormSession();
  const head = use(FormHeadContext);
  const headFields = (
    <HeadFields>
      {headSections.map((drawn, index) => (
        <SectionPanel key={index} drawn={drawn} bare inLine />
      ))}
    </HeadFields>
  );
  const renderInHead = (node: ReactNode): ReactNode => {
    if (!head) return <HeadFieldsBar>{node}</HeadFieldsBar>;
    return head.facts ? createPortal(node, head.facts) : null;
  };
  const rows = railFieldNames.flatMap((name): RailField[] => {
    const field = settings.fields.find((one) => one.name === name);
    return field ? [{ field, pointer: `/${name}`, body: contents.get(name) }] : [];
  });
  return (
    <>
      {headSections.length > 0 ? renderInHead(headFields) : null}
      <Zones>
        <RailFieldsContext value={rows}>
          {main.map((drawn, index) => (
            <SectionPanel key={index} drawn={drawn} bare />
          ))}
        </RailFieldsContext>
      </Zones>
    </>
  );
}
