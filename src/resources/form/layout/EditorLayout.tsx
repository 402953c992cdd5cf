import { styled } from '@mui/material/styles';
import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { COMPACT_MESSAGES, MESSAGE_BELOW } from '../../fieldKit/messageStyles.ts';
import { FormHeadContext, ONE_LINE } from '../FormHead.tsx';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { type RailField, RailFieldsContext } from '../../fieldKit/added.ts';
import { TEXT } from '../../../theme/text.ts';
import type { DrawnSection } from './FormLayout.tsx';
import { SectionPanel } from './SectionPanel.tsx';

/** Few fields in the head: each is its label and a small input without a frame beside it, until it is looked at. */
const Slim = styled('div')(({ theme }) => ({
  padding: '2px 0 6px',
  '& [data-label]': { minHeight: 0 },
  '& [data-label] > label, & [data-label] > span:first-of-type': { color: 'var(--ink-3)', fontWeight: 400 },
  '& [data-label] > [aria-hidden]': visuallyHidden,
  // Help is for those who listen, or look into a fault.
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
  '& [data-field] fieldset': { borderColor: 'transparent' },
  '& [data-field] :hover > fieldset': { borderColor: 'var(--field)' },
  // Of several lines the others lie above what comes below: the line stays as slim as it is.
  '& [data-said]': { ...MESSAGE_BELOW, gridArea: '1 / 2' },
  [ONE_LINE]: {
    padding: 0,
    '& section > div > div': { flexWrap: 'nowrap' },
    // As wide as a name, where the line is as wide as what is in it.
    '& [data-type=reference]': { minWidth: 296 },
  },
  [theme.breakpoints.down('sm')]: {
    '& section > div > div': { flexDirection: 'row !important', gap: '4px 8px' },
    // Without its frame the first value stands where all else begins.
    '& section:first-of-type [data-field]:first-of-type:not([data-type=reference])': { marginLeft: -10 },
    // What is searched has a line of its own, in its frame.
    '& [data-type=reference]': { flex: '1 1 100%', maxWidth: 'none' },
    '& [data-type=reference] :not(.Mui-error, .Mui-focused) > fieldset': { borderColor: 'var(--field)' },
    // What is not typed in needs no letters against zooming.
    '& .MuiSelect-select': { ...TEXT.small, fontWeight: 500 },
    '& [data-type=tags] input::placeholder': { ...TEXT.small, color: 'var(--ink-2)' },
    // Two values say what they are; their labels are for those who listen.
    '& [data-label]': visuallyHidden,
    '& [data-field]': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-type=enum]': { gridTemplateColumns: 'minmax(92px, max-content)' },
    '& [data-type=tags]': { flex: '1 1 96px', gridTemplateColumns: 'minmax(0, 1fr)' },
    '& [data-said]': { gridArea: '1 / 1' },
  },
}));
/** Where the form has no head they stand above it. */
const Alone = styled('div')({ padding: '8px var(--edge)', borderBottom: '1px solid var(--line)' });
/** As high as there is room, and so is what stands in its last section. */
const LAST = '& > section:last-of-type';
const Zones = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  flex: '1 0 auto',
  minWidth: 0,
  '& section': { minWidth: 0 },
  [`${LAST}, ${LAST} > div, ${LAST} > div > div:not(:empty)`]: {
    display: 'flex',
    flex: '1 0 auto',
    minWidth: 0,
  },
  [LAST]: { flexDirection: 'column' },
});

interface EditorProps {
  /** What stands in the slim line. */
  slim: DrawnSection[];
  main: DrawnSection[];
  /** Names of the fields that are rows of the rail. */
  added: string[];
  /** Bodies of fields by name. */
  contents: ReadonlyMap<string, ReactNode>;
}

/** A form in zones, edge to edge: a slim line, a rail with the chosen item beside it, and its rows that can be added. */
export function EditorLayout({ slim, main, added, contents }: EditorProps) {
  const { settings } = useFormSession();
  const head = use(FormHeadContext);
  const facts = (
    <Slim>
      {slim.map((drawn, index) => (
        <SectionPanel key={index} drawn={drawn} bare />
      ))}
    </Slim>
  );
  const inHead = (node: ReactNode): ReactNode => {
    if (!head) return <Alone>{node}</Alone>;
    return head.facts ? createPortal(node, head.facts) : null;
  };
  const rows = added.flatMap((name): RailField[] => {
    const field = settings.fields.find((one) => one.name === name);
    return field ? [{ field, pointer: `/${name}`, body: contents.get(name) }] : [];
  });
  return (
    <>
      {slim.length > 0 ? inHead(facts) : null}
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
