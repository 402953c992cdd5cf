import { styled } from '@mui/material/styles';
import { type ReactNode, useMemo, useState } from 'react';
import type { FormModel } from '../../../schemas/model/types.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { useHasWidth } from '../../ui/availableWidth.ts';
import { HandleDockContext } from './HandleDockContext.ts';
import { isFullBleedForm, hasPanelColumns, minWidthWithPanels, TWO_PANELS_QUERY } from './zones.ts';

const FormPanels = lazyComponent(() => import('./panels/FormPanels.tsx').then((it) => it.FormPanels), {
  silent: true,
});
/** Makes zones full-bleed. */
const NEGATIVE_EDGE = 'calc(-1 * var(--edge))';
const PanelColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  // Without room beside the form the panels are in a drawer; its handle is at the lower edge, or docked in the button
  // bar.
  '&[data-panels]': { '--handle': '48px' },
  '&:not([data-wide])': {
    '&[data-panels]': { flex: '1 0 auto', alignItems: 'stretch' },
    '&[data-panels] > div:first-of-type, &[data-panels] form': { display: 'flex', flexDirection: 'column' },
    '&[data-panels] form': { flex: '1 0 auto' },
    '&[data-panels] form > :has(+ [data-bar])': { marginBottom: 'auto' },
  },
  '&[data-wide]': {
    // Panels beside the form fill a zone from the head to the sheet's edges.
    flex: '1 0 auto',
    gap: 0,
    alignItems: 'stretch',
    margin: `0 ${NEGATIVE_EDGE} ${NEGATIVE_EDGE}`,
    borderTop: '1px solid var(--line)',
    // Aligns the border with that of other heads.
    '[data-form-head] + &': { marginTop: -8 },
    gridTemplateColumns: 'minmax(480px, 1fr) minmax(320px, 392px)',
    '&[data-panels]': { '--handle': '0px' },
    '& > div:first-of-type': { padding: '20px var(--edge) var(--edge)' },
  },
  '&[data-docked][data-panels]': { '--handle': '0px' },
});
const ZoneColumns = styled(PanelColumns)({
  margin: `0 ${NEGATIVE_EDGE} ${NEGATIVE_EDGE}`,
  borderTop: '1px solid var(--line)',
  gap: 0,
  alignItems: 'stretch',
  '& > div:first-of-type, & form': { display: 'flex', flexDirection: 'column', flex: '1 0 auto' },
  '& form > div:last-of-type': { margin: 'var(--handle, 0) 0 0' },
  '[data-form-head] + &[data-wide]': { marginTop: 0 },
  // The zones have their own padding.
  '& form > [data-summary]': { flex: 'none', margin: '28px var(--edge) 12px' },
  '&[data-wide]': {
    gridTemplateColumns: 'minmax(0, 1fr) 392px',
    '& > div:first-of-type': { padding: 0 },
  },
  // Sections above the buttons are no wider than is easy to read.
  '&[data-sections] form': {
    '& > :not(:last-of-type, [data-summary])': {
      flex: '1 0 auto',
      padding: '20px var(--edge) 32px',
      boxSizing: 'border-box',
    },
    '& section': { maxWidth: 720 },
    // Drag handles hang beside the fields, as wide as the edge.
    '--gutter': 'var(--edge)',
  },
  [`@media ${TWO_PANELS_QUERY}`]: {
    '&[data-wide][data-own-zones]': { gridTemplateColumns: 'minmax(0, 1fr) 352px 344px' },
  },
});

/** Reserves the room of the panels while they load. */
const PanelPlaceholder = styled('div')({
  padding: 24,
  borderLeft: '1px solid var(--line)',
  background: 'var(--sunken)',
});

interface FormWithPanelsProps {
  form: FormModel | undefined;
  /** The form is still loading, so there is nothing for panels to show. */
  isWaiting?: boolean;
  children: ReactNode;
}

/** A form with its panels; their code is loaded only where there are some. */
export function FormWithPanels({ form, isWaiting = false, children }: FormWithPanelsProps) {
  const inZones = isFullBleedForm(form);
  const isWide = useHasWidth(minWidthWithPanels(form));
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const dockContext = useMemo(() => ({ dock, setDock }), [dock]);
  if (!form || (form.panels.length === 0 && !inZones)) return children;
  const Columns = inZones ? ZoneColumns : PanelColumns;
  const hasZonePerPanel = hasPanelColumns(form);
  return (
    <Columns
      data-wide={(isWide && form.panels.length > 0) || undefined}
      data-editor={inZones || undefined}
      data-sections={form.layout === 'panes' || undefined}
      data-own-zones={hasZonePerPanel || undefined}
      data-panels={form.panels.length > 0 || undefined}
      data-docked={dock !== null || undefined}
    >
      <HandleDockContext value={form.panels.length > 0 && !isWide ? dockContext : undefined}>
        {children}
        {isWaiting && isWide && form.panels.length > 0 ? <PanelPlaceholder /> : null}
        {form.panels.length > 0 && !isWaiting ? (
          <FormPanels
            panels={form.panels}
            isWide={isWide}
            hasZonePerPanel={hasZonePerPanel}
            hasTitle={form.layout !== 'editor'}
          />
        ) : null}
      </HandleDockContext>
    </Columns>
  );
}
