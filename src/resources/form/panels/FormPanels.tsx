import ExpandLess from '@mui/icons-material/ExpandLess';
import Drawer from '@mui/material/Drawer';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { use, useCallback, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PanelModel } from '../../../../schemas/model/types.ts';
import { Badge } from '../../fields/shared/Badge.tsx';
import { Panel } from '../../panels/Panel.tsx';
import { HandleDockContext } from '../HandleDockContext.ts';
import { TWO_PANELS_QUERY } from '../zones.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { RevealContext, type PanelStatus, PanelStatusContext } from '../../fieldKit/panelStatus.ts';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';

/** A zone beside the form, as high as the form; its content is sticky. */
const Zone = styled('div')({
  minWidth: 0,
  borderLeft: '1px solid var(--line)',
  background: 'var(--sunken)',
  // A second zone has the background of the form.
  '& + &': { background: 'none' },
  '& > aside': {
    position: 'sticky',
    top: 'var(--head, 0px)',
    maxHeight: 'calc(100dvh - var(--head, 0px))',
    overflow: 'auto',
  },
});
const Head = styled('header')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  minHeight: 44,
  padding: '8px 16px',
  borderBottom: '1px solid var(--line)',
  '& h2': { flex: 1, margin: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 },
});
const Content = styled('div')(({ theme }) => ({
  padding: 24,
  // Full-bleed content subtracts this padding.
  ...{ '--pad': '24px', '--pad-top': '24px' },
  'h2 + &': { paddingTop: 8, '--pad-top': '8px' },
  [theme.breakpoints.down('sm')]: { padding: 16, '--pad': '16px', '--pad-top': '16px' },
}));
const ZoneTitle = styled('h2')({ margin: '20px 24px 0', ...TEXT.heading, fontWeight: 600 });
/** The handle of the drawer: a bar at the lower edge, or a button docked in the form's button bar. */
const Handle = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '0 var(--edge)',
  border: 0,
  background: 'var(--sheet)',
  color: 'var(--ink)',
  font: 'inherit',
  fontSize: 13,
  fontWeight: 600,
  cursor: 'pointer',
  '& > span:first-of-type': { textAlign: 'left' },
  '&:focus-visible': {
    outline: '2px solid var(--accent)',
    outlineOffset: -2,
  },
  '&:not([data-docked])': {
    position: 'fixed',
    // Between the menu and the side panel, within the sheet's frame.
    left: 'calc(var(--menu, 0px) + 1px)',
    right: 'calc(var(--aside, 0px) + 9px)',
    bottom: 9,
    zIndex: 3,
    minHeight: 48,
    borderTop: '1px solid var(--line)',
    borderRadius: '0 0 8px 8px',
    '& > span:first-of-type': { flex: 1 },
    [theme.breakpoints.down('sm')]: { left: 0, right: 0, bottom: 0, borderRadius: 0 },
  },
  '&[data-docked]': {
    flex: '0 1 auto',
    minWidth: 0,
    padding: '0 12px',
    border: '1px solid var(--frame)',
    borderRadius: 6,
    overflow: 'hidden',
    // In one line beside the buttons of the form.
    '& > [role=status]': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > svg': { flex: 'none' },
  },
}));

/** Statuses for one line: the first that is no success with the count of further ones, else one success for all. */
const summarizeStatuses = (statuses: PanelStatus[]): PanelStatus[] => {
  const others = statuses.filter(({ tone }) => tone !== 'success');
  const [first, ...more] = others;
  if (first) return more.length > 0 ? [first, { label: `+${more.length}`, tone: first.tone }] : [first];
  if (statuses.length < 2) return statuses;
  return [{ label: t('All channels'), tone: 'success' }];
};

const StatusLine = ({ verdicts, isShort = false }: { verdicts: PanelStatus[]; isShort?: boolean }) => (
  <span
    role="status"
    style={{ display: 'inline-flex', flexWrap: isShort ? 'nowrap' : 'wrap', gap: 4, minWidth: 0 }}
  >
    {(isShort ? summarizeStatuses(verdicts) : verdicts).map(({ label, tone }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ))}
  </span>
);

interface FormPanelsProps {
  panels: PanelModel[];
  /** The panels fit beside the form. */
  isWide: boolean;
  /** Each panel has its own zone where there is room. */
  hasZonePerPanel: boolean;
  /** A single panel has its title above it. */
  hasTitle: boolean;
}

/**
 * The panels of a form: sticky zones beside it, or a bottom drawer whose handle shows their statuses. Several panels
 * in one zone are tabs.
 */
export function FormPanels({ hasZonePerPanel, ...props }: FormPanelsProps) {
  const widest = useMediaQuery(TWO_PANELS_QUERY, { noSsr: true });
  if (!hasZonePerPanel || !widest || !props.isWide) return <PanelColumn {...props} />;
  // The preview comes first, the outcome at the right end.
  return props.panels.toReversed().map(({ panel, label }, at) => (
    <Zone key={panel}>
      <aside aria-label={label}>
        {at > 0 ? <ZoneTitle>{label}</ZoneTitle> : null}
        <Content>
          <Panel name={panel} />
        </Content>
      </aside>
    </Zone>
  ));
}

function PanelColumn({ panels, isWide: wide, hasTitle }: Omit<FormPanelsProps, 'hasZonePerPanel'>) {
  const [chosen, setChosen] = useState(0);
  const [open, setOpen] = useState(false);
  const [verdicts, setVerdicts] = useState<PanelStatus[]>([]);
  const id = useId();
  const dock = use(HandleDockContext)?.dock;
  // Run once the drawer has closed and restored the focus.
  const pendingReveal = useRef<(() => void) | undefined>(undefined);
  const reveal = useCallback(
    (show: () => void): void => {
      if (wide || !open) return show();
      pendingReveal.current = show;
      setOpen(false);
    },
    [wide, open],
  );
  useEffect(() => {
    if (open) return;
    pendingReveal.current?.();
    pendingReveal.current = undefined;
  }, [open]);
  const shown = panels[chosen] ?? panels[0];
  if (!shown) return null;
  const [first] = verdicts;
  // The handle shows the status as text.
  const isStatusInHandle = shown.openLabel !== undefined && first?.text === undefined;
  const badges = isStatusInHandle ? [] : verdicts;
  const content = (
    <RevealContext value={reveal}>
      <PanelStatusContext value={setVerdicts}>
        {panels.length > 1 ? (
          <Tabs
            value={chosen}
            onChange={(_, next: number) => setChosen(next)}
            aria-label={t('Beside the form')}
            sx={{ px: 2 }}
          >
            {panels.map(({ panel, label }) => (
              <Tab key={panel} label={label} />
            ))}
          </Tabs>
        ) : null}
        {/* A single panel beside the form needs no header. */}
        {(badges.length > 0 || panels.length === 1) && !(wide && panels.length === 1) ? (
          <Head>
            {panels.length === 1 ? <h2 id={id}>{shown.label}</h2> : null}
            <StatusLine verdicts={badges} />
          </Head>
        ) : null}
        {wide && hasTitle && panels.length === 1 ? <ZoneTitle>{shown.label}</ZoneTitle> : null}
        <Content>
          <Panel key={shown.panel} name={shown.panel} />
        </Content>
      </PanelStatusContext>
    </RevealContext>
  );
  if (wide)
    return (
      <Zone>
        <aside aria-label={shown.label}>{content}</aside>
      </Zone>
    );
  const handle = (
    <Handle
      type="button"
      data-docked={dock ? true : undefined}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => setOpen(true)}
    >
      <span style={shown.openLabel === undefined ? undefined : visuallyHidden}>{shown.label}</span>
      {isStatusInHandle ? (
        <span role="status">{first?.label ?? shown.openLabel}</span>
      ) : (
        <StatusLine verdicts={verdicts} isShort={dock !== null && dock !== undefined} />
      )}
      <ExpandLess fontSize="small" aria-hidden />
    </Handle>
  );
  return (
    <>
      {dock ? createPortal(handle, dock) : handle}
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        // The panel keeps following the form, so that its statuses are current while the drawer is closed.
        keepMounted
        slotProps={{ paper: { 'aria-label': shown.label, role: 'dialog', sx: { maxHeight: '80dvh' } } }}
      >
        {content}
      </Drawer>
    </>
  );
}
