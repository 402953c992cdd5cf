import { styled } from '@mui/material/styles';
import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ComponentType, type CSSProperties, type ReactNode, use, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { FieldModel, FormModel, FormSection } from '../../../../schemas/model/types.ts';
import type { Loadable } from '../../../ui/loadable.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { ErrorSummary } from '../ErrorSummary.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { FormFacts } from '../FormFacts.ts';
import { FormHeadContext } from '../FormHead.tsx';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { Panel } from '../../panels/Panel.tsx';
import { OptionalFields } from './OptionalFields.tsx';
import { FirstFocus } from './FirstFocus.tsx';
import { PanelSection, SectionBody, SectionPanel } from './SectionPanel.tsx';
import { TEXT } from '../../../theme/text.ts';

/** A lazily loaded layout that focuses its first input once it is mounted. */
const lazyLayout = <Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> =>
  lazyComponent(
    () =>
      load().then((Layout) => (props: Props) => (
        <>
          <Layout {...props} />
          <FirstFocus />
        </>
      )),
    { inPlace: true },
  );

const StepsLayout = lazyLayout(() => import('./StepsLayout.tsx').then((it) => it.StepsLayout));
const FormExamples = lazyComponent(() => import('./FormExamples.tsx').then((it) => it.FormExamples), {
  silent: true,
});
const EditorLayout = lazyLayout(() => import('./EditorLayout.tsx').then((it) => it.EditorLayout));

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&[data-aside]': { [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
  alignItems: 'start',
}));
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 });

/** Width of a page's lines, so that fields, their help and the lines between sections end at one edge. */
const LINE_PX = { single: 560, pairs: 720 };

/** Introduction to a new record. */
const Introduction = styled('p')({
  margin: 0,
  ...TEXT.small,
  color: 'var(--ink-2)',
  maxWidth: 640,
  textWrap: 'pretty',
});

/** A section with its rendered fields. */
export interface RenderedSection {
  section: FormSection;
  /** Pointers of its fields. */
  pointers: string[];
  names: string[];
  body: ReactNode;
}

const namesInLayout = (form: FormModel): string[] =>
  [...form.main, ...form.aside].flatMap((section) => section.rows).flat();

const optionalNames = (form: FormModel, fields: FieldModel[]): string[] =>
  form.main
    .flatMap((section) => section.rows.flat())
    .filter((name) => fields.some((field) => field.name === name && field.collapsed));

const untitledSection = (rows: string[][]): FormSection => ({ rows, collapsed: false });

/** The form of a new record with only the fields of `create`; its page has the rest. */
const buildCreateForm = (create: string[]): FormModel => ({
  ...{ layout: 'dialog', aside: [], panels: [] },
  main: [untitledSection(create.map((name) => [name]))],
});

/**
 * A form without a layout gets one untitled section of all fields; fields missing in a layout follow its last
 * section.
 */
function withUnplacedFields(form: FormModel | undefined, names: string[]): FormModel {
  if (!form || form.main.length === 0) {
    return {
      layout: 'page',
      aside: [],
      panels: [],
      ...form,
      main: [untitledSection(names.map((name) => [name]))],
    };
  }
  const known = new Set(namesInLayout(form));
  const unplaced = names.filter((name) => !known.has(name));
  return unplaced.length === 0
    ? form
    : { ...form, main: [...form.main, untitledSection(unplaced.map((name) => [name]))] };
}

/** The width of lines; undefined where an object lays its fields out itself, and for layouts other than `page`. */
const lineWidth = ({ layout, main }: FormModel, fields: FieldModel[]): string | undefined => {
  const rows = main.flatMap((section) => section.rows);
  const hasOwnLayout = fields.some(({ name, type }) => type === 'object' && rows.flat().includes(name));
  if (layout !== 'page' || hasOwnLayout) return undefined;
  return `${rows.some((row) => row.length > 1) ? LINE_PX.pairs : LINE_PX.single}px`;
};

/** Lays out the fields of a form: sections, rows and the aside column. */
export function FormLayout({ properties }: Pick<ObjectFieldTemplateProps, 'properties'>) {
  const { settings } = useFormSession();
  const summaryNames = settings.mode === 'edit' ? settings.form?.summary?.fields : undefined;
  const shown = properties.filter(({ name }) => !summaryNames?.includes(name));
  const names = shown.map(({ name }) => name).join('\n');
  const create = settings.mode === 'create' ? settings.form?.create : undefined;
  const form = useMemo(
    () => (create ? buildCreateForm(create) : withUnplacedFields(settings.form, names.split('\n'))),
    [create, settings.form, names],
  );
  const contents = new Map(shown.map(({ name, content }) => [name, content]));
  const head = use(FormHeadContext);
  const titleField = contents.has(head?.titleField ?? '') ? head?.titleField : undefined;
  const isEditor = form.layout === 'editor';
  const optional = optionalNames(form, settings.fields);
  const start = settings.mode === 'create' ? form.start : undefined;
  const renderSection = (section: FormSection): RenderedSection => {
    const sectionRows = section.rows.map((row) =>
      row.filter((name) => contents.has(name) && name !== titleField),
    );
    const rows = sectionRows
      .map((row) => row.filter((name) => !optional.includes(name)))
      .filter((row) => row.length > 0);
    // The editor layout has them in its rail.
    const optionalFields = settings.fields.flatMap((field) =>
      !isEditor && field.collapsed && sectionRows.flat().includes(field.name)
        ? [{ field, content: contents.get(field.name) }]
        : [],
    );
    const names = [...rows.flat(), ...optionalFields.map(({ field }) => field.name)];
    return {
      section,
      names,
      pointers: names.map((name) => `/${name}`),
      body: (
        <>
          <SectionBody rows={rows} contents={contents} />
          {optionalFields.length > 0 ? <OptionalFields path={[]} fields={optionalFields} /> : null}
        </>
      ),
    };
  };
  const main = form.main
    .map(renderSection)
    .filter(({ names: own, section }) => section.step || own.length > 0);
  const aside = form.aside.map(renderSection).filter(({ names: own }) => own.length > 0);
  const title =
    titleField !== undefined && head?.title ? (
      // Its noun stands above it.
      <InRowContext value={settings.fields.find((field) => field.name === titleField)?.title ?? titleField}>
        {createPortal(
          <>
            {contents.get(titleField)}
            <FirstFocus />
          </>,
          head.title,
        )}
      </InRowContext>
    ) : null;
  if (isEditor) {
    return (
      <>
        {title}
        <ErrorSummary />
        <EditorLayout
          headSections={aside}
          main={main}
          railFieldNames={optional.filter((name) => contents.has(name))}
          contents={contents}
        />
      </>
    );
  }
  return (
    <>
      {title}
      <ErrorSummary />
      <Page data-aside={aside.length > 0 || undefined}>
        {form.steps ? (
          <StepsLayout main={main} />
        ) : (
          <Column style={{ '--line-width': lineWidth(form, settings.fields) } as CSSProperties}>
            {start ? <Introduction>{start.description}</Introduction> : null}
            {start ? <FormExamples examples={start.examples} /> : null}
            {main.map((drawn, index) => (
              <SectionPanel key={index} drawn={drawn} bare={form.layout === 'dialog'} />
            ))}
            {form.below?.map(({ panel, label }) => (
              <PanelSection key={panel} aria-label={label} data-whole>
                <Panel name={panel} />
              </PanelSection>
            ))}
          </Column>
        )}
        {aside.length > 0 ? (
          <Column>
            {aside.map((drawn, index) => (
              <SectionPanel key={index} drawn={drawn} bare={form.layout === 'dialog'} />
            ))}
            {form.summary && settings.mode === 'edit' ? <FormFacts {...form.summary} /> : null}
          </Column>
        ) : null}
      </Page>
    </>
  );
}
