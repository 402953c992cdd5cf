import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import { type ComponentType, type CSSProperties, type ReactNode, use, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { FieldModel, FormModel, FormSection } from '../../../../schemas/model/types.ts';
import type { Loadable } from '../../../ui/loadable.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { ErrorSummary } from '../ErrorSummary.tsx';
import { InRowContext } from '../../fieldKit/InRowContext.ts';
import { FormHeadContext } from '../FormHead.tsx';
import { useFormSession } from '../../fieldKit/useSession.ts';
import { Panel } from '../../panels/Panel.tsx';
import { OptionalFields } from './OptionalFields.tsx';
import { FirstFocus } from './FirstFocus.tsx';
import { PanelSection, SectionBody, SectionPanel } from './SectionPanel.tsx';
import { t } from '../../../../schemas/texts/translate.ts';
import { TEXT } from '../../../theme/text.ts';
import { PHONE } from '../../../theme/tokens.ts';

/** A layout that is fetched: once it stands, the cursor goes into its first input. */
const layout = <Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> =>
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

const StepsLayout = layout(() => import('./StepsLayout.tsx').then((it) => it.StepsLayout));
const FormExamples = lazyComponent(() => import('./FormExamples.tsx').then((it) => it.FormExamples), {
  silent: true,
});
const EditorLayout = layout(() => import('./EditorLayout.tsx').then((it) => it.EditorLayout));

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&[data-aside]': { [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 340px' } },
  alignItems: 'start',
}));
const Column = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 });

/** How wide a line of a page is: its fields, their help and what parts its sections end at one edge. */
const LINE_PX = { single: 560, pairs: 720 };

/** What a new thing is for. */
const About = styled('p')({
  margin: 0,
  ...TEXT.small,
  color: 'var(--ink-2)',
  maxWidth: 640,
});

/** A section with its rows of drawn fields. */
export interface DrawnSection {
  section: FormSection;
  /** Pointers of its fields. */
  pointers: string[];
  names: string[];
  body: ReactNode;
}

const placedNames = (form: FormModel): string[] =>
  [...form.main, ...form.aside].flatMap((section) => section.rows).flat();

const addedNames = (form: FormModel, fields: FieldModel[]): string[] =>
  form.main
    .flatMap((section) => section.rows.flat())
    .filter((name) => fields.some((field) => field.name === name && field.collapsed));

const whole = (rows: string[][]): FormSection => ({ rows, collapsed: false });

/** What a new record begins with, where its page has the rest. */
const beginningOf = (create: string[]): FormModel => ({
  ...{ layout: 'dialog', aside: [], panels: [] },
  main: [whole(create.map((name) => [name]))],
});

/** Every field in one untitled section, for forms without a layout; stray fields follow the last section. */
function withUnplacedFields(form: FormModel | undefined, names: string[]): FormModel {
  if (!form || form.main.length === 0) {
    return { layout: 'page', aside: [], panels: [], ...form, main: [whole(names.map((name) => [name]))] };
  }
  const known = new Set(placedNames(form));
  const stray = names.filter((name) => !known.has(name));
  return stray.length === 0 ? form : { ...form, main: [...form.main, whole(stray.map((name) => [name]))] };
}

/** The line's width; none where an object lays its fields out by itself, or where the form is no page. */
const lineWidth = ({ layout, main }: FormModel, fields: FieldModel[]): string | undefined => {
  const rows = main.flatMap((section) => section.rows);
  const isLaidOut = fields.some(({ name, type }) => type === 'object' && rows.flat().includes(name));
  if (layout !== 'page' || isLaidOut) return undefined;
  return `${rows.some((row) => row.length > 1) ? LINE_PX.pairs : LINE_PX.single}px`;
};

const fieldNoun = (fields: FieldModel[], name: string): string =>
  (fields.find((field) => field.name === name)?.title ?? name).toLowerCase();

/** Lays the fields of a whole form out: sections, rows, and the column beside them. */
export function FormLayout({ properties }: Pick<ObjectFieldTemplateProps, 'properties'>) {
  const { settings } = useFormSession();
  const told = settings.mode === 'edit' ? settings.form?.summary?.fields : undefined;
  const shown = properties.filter(({ name }) => !told?.includes(name));
  const names = shown.map(({ name }) => name).join('\n');
  const create = settings.mode === 'create' ? settings.form?.create : undefined;
  const form = useMemo(
    () => (create ? beginningOf(create) : withUnplacedFields(settings.form, names.split('\n'))),
    [create, settings.form, names],
  );
  const contents = new Map(shown.map(({ name, content }) => [name, content]));
  const head = use(FormHeadContext);
  const isPhone = useMediaQuery(PHONE);
  const titled = contents.has(head?.titleField ?? '') ? head?.titleField : undefined;
  const isEditor = form.layout === 'editor';
  const added = addedNames(form, settings.fields);
  const start = settings.mode === 'create' ? form.start : undefined;
  const draw = (section: FormSection): DrawnSection => {
    const own = section.rows.map((row) => row.filter((name) => contents.has(name) && name !== titled));
    const rows = own
      .map((row) => row.filter((name) => !added.includes(name)))
      .filter((row) => row.length > 0);
    // An editor has them in its rail.
    const parts = settings.fields.flatMap((field) =>
      !isEditor && field.collapsed && own.flat().includes(field.name)
        ? [{ field, content: contents.get(field.name) }]
        : [],
    );
    const names = [...rows.flat(), ...parts.map(({ field }) => field.name)];
    return {
      section,
      names,
      pointers: names.map((name) => `/${name}`),
      body: (
        <>
          <SectionBody rows={rows} contents={contents} />
          {parts.length > 0 ? <OptionalFields path={[]} fields={parts} /> : null}
        </>
      ),
    };
  };
  const main = form.main.map(draw).filter(({ names: own, section }) => section.step || own.length > 0);
  const aside = form.aside.map(draw).filter(({ names: own }) => own.length > 0);
  const title =
    titled !== undefined && head?.title ? (
      <InRowContext
        value={t('%{noun} %{field}', { noun: head.noun, field: fieldNoun(settings.fields, titled) })}
      >
        {createPortal(
          <>
            {contents.get(titled)}
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
          slim={aside}
          main={main}
          added={added.filter((name) => contents.has(name))}
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
            {start ? <About>{start.description}</About> : null}
            {start && isPhone ? <FormExamples examples={start.examples} isBefore /> : null}
            {main.map((drawn, index) => (
              <SectionPanel key={index} drawn={drawn} bare={form.layout === 'dialog'} />
            ))}
            {start && !isPhone ? <FormExamples examples={start.examples} /> : null}
            {form.below?.map(({ panel, label }) => (
              <PanelSection key={panel} aria-label={label}>
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
          </Column>
        ) : null}
      </Page>
    </>
  );
}
