import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { COMPACT_MESSAGES } from '../fields/messageStyles.ts';
import { useFormSession } from '../useSession.ts';
import { type RailRow, RailRowsContext } from './added.ts';
import type { DrawnSection } from './FormLayout.tsx';
import { SectionPanel } from './SectionPanel.tsx';

/** One line above the zones: each field is its label and a small input beside it. */
const Slim = styled('div')(({ theme }) => ({
  borderBottom: '1px solid var(--line)',
  // A fault has room above the line.
  padding: '4px var(--edge) 20px',
  '& [data-field]': { minWidth: 0 },
  '& [data-label]': { minHeight: 0 },
  // Help is for those who listen, or look into a fault.
  ...COMPACT_MESSAGES,
  [theme.breakpoints.up('sm')]: {
    padding: '8px var(--edge) 14px',
    '& section > div > div, & section > div > div > div': { flexWrap: 'wrap', gap: '18px 24px' },
    '& [data-field]': {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'auto minmax(120px, 1fr)',
      alignItems: 'center',
      gap: '0 8px',
      flex: '0 1 auto',
    },
    '& [data-field=name], & [data-type=text]': { flex: '1 1 280px', maxWidth: 400 },
    '& [data-type=tags]': { flex: '1 1 240px', maxWidth: 480 },
    '& [data-type=reference]': { flex: '0 1 320px' },
    '& [data-label] > label, & [data-label] > span:first-of-type': { color: 'var(--ink-3)', fontWeight: 400 },
    // Of several lines the others lie above what comes below: the line stays as slim as it is.
    '& [data-said]': {
      position: 'absolute',
      zIndex: 1,
      gridArea: '1 / 2',
      top: '100%',
      minHeight: 0,
      margin: 0,
      background: 'var(--ground, var(--sheet))',
      '&::before, &::after': { display: 'none' },
    },
  },
}));
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
  const rows = added.flatMap((name): RailRow[] => {
    const field = settings.fields.find((one) => one.name === name);
    return field ? [{ field, pointer: `/${name}`, body: contents.get(name) }] : [];
  });
  return (
    <>
      {slim.length > 0 ? (
        <Slim>
          {slim.map((drawn, index) => (
            <SectionPanel key={index} drawn={drawn} bare />
          ))}
        </Slim>
      ) : null}
      <Zones>
        <RailRowsContext value={rows}>
          {main.map((drawn, index) => (
            <SectionPanel key={index} drawn={drawn} bare />
          ))}
        </RailRowsContext>
      </Zones>
    </>
  );
}
