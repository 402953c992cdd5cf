import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  fontSize: 11,
  lineHeight: '16px',
  color: 'var(--ink-2)',
});
const Window = styled('div')({
  border: '1px solid var(--frame)',
  borderRadius: 8,
  overflow: 'hidden',
  background: 'var(--sheet)',
});
const Bar = styled('div')({
  display: 'flex',
  gap: 6,
  padding: '6px 10px',
  background: 'var(--sunken)',
  borderBottom: '1px solid var(--line)',
  fontWeight: 500,
});
const Tabs = styled('div')({
  display: 'flex',
  gap: 14,
  padding: '0 10px',
  borderBottom: '1px solid var(--line)',
  '& > span': { padding: '5px 0 4px', borderBottom: '2px solid transparent', color: 'var(--ink-3)' },
  '& > [data-chosen]': { borderColor: 'var(--ink-2)', color: 'var(--ink)', fontWeight: 500 },
});
const Inside = styled('div')({ display: 'flex', flexDirection: 'column', gap: 2, padding: 4 });
/** A row with a name and a value; marked where the form's focus is. */
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  padding: '4px 6px',
  borderRadius: 4,
  outline: '2px solid transparent',
  outlineOffset: -2,
  transition: 'background-color 120ms, outline-color 120ms',
  '&[data-marked]': { background: 'var(--accent-soft)', outlineColor: 'var(--accent)', color: 'var(--ink)' },
  '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
  '& > b': { flex: '0 0 96px', fontWeight: 500 },
  '& > span': {
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontFamily: 'var(--mono, ui-monospace, monospace)',
    fontSize: 10,
  },
});
const ButtonShape = styled('i')({
  flex: 'none',
  padding: '0 6px',
  border: '1px solid var(--field)',
  borderRadius: 4,
  fontStyle: 'normal',
});
const SwitchShape = styled('i')({
  position: 'relative',
  flex: 'none',
  width: 26,
  height: 14,
  borderRadius: 7,
  background: 'var(--success-dot)',
  '&::after': {
    content: '""',
    position: 'absolute',
    top: 2,
    right: 2,
    width: 10,
    height: 10,
    borderRadius: '50%',
    background: 'var(--sheet)',
  },
});
const Code = styled('pre')({
  margin: 0,
  padding: '6px 10px',
  fontFamily: 'var(--mono, ui-monospace, monospace)',
  fontSize: 10,
  lineHeight: '18px',
  overflow: 'hidden',
  '& > span': { display: 'block', padding: '0 4px', borderRadius: 4 },
  '& > [data-marked]': {
    background: 'var(--accent-soft)',
    // Inside its line, so that it covers no other.
    boxShadow: 'inset 0 0 0 1.5px var(--accent)',
    color: 'var(--ink)',
  },
  '& > [data-marked] + [data-marked]': { marginTop: 2 },
});

/** A picture of another site, as one image to screen readers. @param label its description */
export const StepDrawing = ({ label, children }: { label: string; children: ReactNode }) => (
  <Frame role="img" aria-label={label}>
    {children}
  </Frame>
);

/** A page of another site: its name, its tabs, its content. */
export function SiteWindow({
  site,
  tabs = [],
  chosen,
  children,
}: {
  site: string;
  tabs?: readonly string[];
  chosen?: string;
  children: ReactNode;
}) {
  return (
    <Window>
      <Bar>{site}</Bar>
      {tabs.length > 0 ? (
        <Tabs>
          {tabs.map((tab) => (
            <span key={tab} data-chosen={tab === chosen || undefined}>
              {tab}
            </span>
          ))}
        </Tabs>
      ) : null}
      <Inside>{children}</Inside>
    </Window>
  );
}

interface SiteFieldProps {
  name: string;
  value?: string;
  /** A button after the value. */
  button?: string;
  /** A switch that is on. */
  isOn?: boolean;
  isMarked: boolean;
}

/** A row of such a page: the site's name of a field, and its value. */
export const SiteField = ({ name, value, button, isOn, isMarked }: SiteFieldProps) => (
  <Line data-marked={isMarked || undefined}>
    <b>{name}</b>
    <span>{value}</span>
    {button === undefined ? null : <ButtonShape>{button}</ButtonShape>}
    {isOn ? <SwitchShape /> : null}
  </Line>
);

/** Lines of code, some of which are marked. */
export const SiteCode = ({ lines }: { lines: readonly { text: string; isMarked?: boolean }[] }) => (
  <Code>
    {lines.map(({ text, isMarked }, index) => (
      <span key={index} data-marked={isMarked || undefined}>
        {text}
      </span>
    ))}
  </Code>
);

/** Placeholder of a secret value. */
export const HIDDEN_VALUE = '••••••••••••••••';
