import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId, useState } from 'react';
import {
  fieldState,
  useErrorCount,
  useFormSession,
  useReveal,
  useSessionValue,
} from '../../fieldKit/useSession.ts';
import { countValues } from '../../fieldKit/optionalFields.ts';
import { SectionTitleContext } from '../../fieldKit/SectionTitleContext.ts';
import type { RenderedSection } from './FormLayout.tsx';
import { t } from '../../../../schemas/texts/translate.ts';
import { visuallyHidden } from '../../../ui/visuallyHidden.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** Sections are separated by lines, without frames. */
export const PanelSection = styled('section')({
  minWidth: 0,
  maxWidth: 'calc(var(--line-width, 100%) + var(--beside, 0px))',
  // Below the title of a dialog.
  '[role=dialog] &[data-bare] > div > h2': { ...TEXT.body, fontWeight: 600 },
  // What is no field is as wide as the page.
  '&[data-whole]': { maxWidth: 'none' },
  // On settings pages the title and description stand at the left of the fields.
  '&[data-titled]': {
    display: 'var(--section, block)',
    gridTemplateColumns: '200px minmax(0, 1fr)',
    columnGap: 32,
  },
  // Read-only sections of dialogs look like a record's summary.
  '&[data-facts] [data-rows]': {
    gap: 6,
    '& > div': { flexDirection: 'column', gap: 6 },
    '& [data-field]': {
      display: 'grid',
      gridTemplateColumns: '144px minmax(0, 1fr)',
      gap: '0 16px',
      alignItems: 'baseline',
      maxWidth: 'none',
    },
    '& [data-label] > *': { fontWeight: 400, color: 'var(--ink-3)' },
    '& [role=group]': TEXT.small,
    '& [data-said]': { gridColumn: 2 },
    // A question with its answers has its own heading.
    '& [data-field]:has([data-offers])': { display: 'block', marginTop: 16 },
    '& [data-field]:has([data-offers]) > [data-label]': visuallyHidden,
    // Buttons have the full width of a phone.
    [PHONE]: {
      '& [data-field]': { gridTemplateColumns: '112px minmax(0, 1fr)' },
      '& [data-field]:has(button):not(:has([data-offers]))': {
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 4,
        marginTop: 8,
      },
    },
  },
  '&:not([data-bare]) + &': { marginTop: 8, paddingTop: 24, borderTop: '1px solid var(--line)' },
});
export const Title = styled('h2')({ margin: 0, ...TEXT.heading, fontWeight: 600 });
export const Description = styled('p')({
  margin: '4px 0 0',
  fontSize: 13,
  lineHeight: '18px',
  color: 'var(--ink-2)',
});
const Toggle = styled('button')({
  all: 'unset',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  width: '100%',
  cursor: 'pointer',
  borderRadius: 6,
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 4 },
  '& svg': { fontSize: 20, transition: 'transform 120ms' },
  '&[aria-expanded=false] svg': { transform: 'rotate(-90deg)' },
  // Aligns the icon with the right edge of the fields.
  [PHONE]: { '& > div': { flex: 1 } },
  '& span': {
    fontWeight: 400,
    fontSize: 14,
    marginLeft: 8,
    color: 'var(--ink-2)',
  },
  '& em': {
    fontStyle: 'normal',
    fontWeight: 400,
    fontSize: 12,
    color: 'var(--danger)',
  },
});
const Rows = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  // How much of the gap an error may take, keeping clear of the next label.
  '--fault-room': '-12px',
});
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 16,
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { flexDirection: 'column' },
  '&:empty': { display: 'none' },
}));

/** The rows of a section; fields of one row stand side by side, hidden ones take no room. */
export function SectionBody({
  rows,
  contents,
}: {
  rows: string[][];
  contents: ReadonlyMap<string, ReactNode>;
}) {
  return (
    <Rows data-rows>
      {rows.map((row) => (
        <Row key={row.join(' ')}>{row.map((name) => contents.get(name))}</Row>
      ))}
    </Rows>
  );
}

/** Whether any field of the section is visible. */
function useAnyVisible(names: string[]): boolean {
  return useSessionValue((session) =>
    session.settings.fields.some(
      (field) => names.includes(field.name) && fieldState(field, session.data, session).visible,
    ),
  );
}

/** Whether all visible fields of the section are read-only. */
function useIsReadOnlySection(names: string[]): boolean {
  return useSessionValue((session) => {
    const shown = session.settings.fields
      .filter(({ name }) => names.includes(name))
      .map((field) => fieldState(field, session.data, session))
      .filter(({ visible }) => visible);
    return shown.length > 1 && shown.every(({ readOnly }) => readOnly);
  });
}

/**
 * The field label that the section's title makes redundant: a label equal to the title, or that of an only field with
 * nested fields.
 */
function useRedundantLabel({ title }: RenderedSection['section'], names: string[]): string | undefined {
  const { fields } = useFormSession().settings;
  const [only] = names.length === 1 ? fields.filter(({ name }) => name === names[0]) : [];
  return title !== undefined && (only?.item || only?.variants) ? only.title : title;
}

/** Whether any field of the section has a value. */
const useAnyFilled = (names: string[]): boolean =>
  useSessionValue(({ data }) => names.some((name) => countValues(data[name]) > 0));

interface SectionPanelProps {
  drawn: RenderedSection;
  bare: boolean;
  /** The fields stay in one line when they are read-only. */
  inLine?: boolean;
}

/** One section; a collapsed one mounts its fields on opening. */
export function SectionPanel({ drawn: rendered, bare, inLine = false }: SectionPanelProps) {
  const { section, pointers, names, body } = rendered;
  const [toggled, setOpen] = useState<boolean>();
  const isFilled = useAnyFilled(names);
  const open = toggled ?? (section.collapsed === 'empty' ? isFilled : !section.collapsed);
  const errorCount = useErrorCount(pointers);
  const visible = useAnyVisible(names);
  const redundantLabel = useRedundantLabel(section, names);
  const isReadOnlySection = useIsReadOnlySection(names) && bare && !inLine;
  const id = useId();
  useReveal(pointers, () => setOpen(true));
  if (!visible) return null;
  const foldable = section.collapsed !== false && section.title !== undefined;
  const description = section.description ? <Description>{section.description}</Description> : null;
  return (
    <PanelSection
      data-bare={bare || undefined}
      data-facts={isReadOnlySection || undefined}
      data-titled={section.title !== undefined || undefined}
      aria-labelledby={section.title ? id : undefined}
    >
      {section.title ? (
        <div style={{ marginBottom: open ? 16 : 0 }}>
          <Title id={id}>
            {foldable ? (
              <Toggle type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
                <div>
                  {section.title}
                  {!open && !isFilled && section.emptyText ? <span> {section.emptyText}</span> : null}
                </div>
                <ExpandMoreIcon />
                {!open && errorCount > 0 ? (
                  <em>
                    {errorCount === 1 ? t('1 problem') : t('%{faults} problems', { faults: errorCount })}
                  </em>
                ) : null}
              </Toggle>
            ) : (
              section.title
            )}
          </Title>
          {open ? description : null}
        </div>
      ) : (
        description
      )}
      {open ? <SectionTitleContext value={redundantLabel}>{body}</SectionTitleContext> : null}
    </PanelSection>
  );
}
