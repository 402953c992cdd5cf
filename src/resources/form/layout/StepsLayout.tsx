import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FocusEvent, type ReactNode, use, useEffect, useId, useState } from 'react';
import { matches } from '../../../../schemas/model/match.ts';
import type { FormSection } from '../../../../schemas/model/types.ts';
import { type FormStore, StoreContext } from '../../fieldKit/StoreContext.ts';
import type { FormSession } from '../../fieldKit/session.ts';
import { fieldState, useIsReadOnly, useSessionValue } from '../../fieldKit/useSession.ts';
import type { RenderedSection } from './FormLayout.tsx';
import { findPicture, type StepPicture } from './pictures.ts';
import { SectionFieldsContext } from '../../fieldKit/SectionFields.ts';
import { SectionPanel } from './SectionPanel.tsx';
import { SectionTitleContext } from '../../fieldKit/SectionTitleContext.ts';
import { StepAction, useStepAction } from './StepAction.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** From this width on pictures fit beside the fields. */
const WIDE = '(min-width:900px)';

const Column = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 32,
  minWidth: 0,
  // A line of text plus the picture.
  maxWidth: 912,
  counterReset: 'step',
  // Aligns other sections with the text of the steps.
  '& > section:not([data-step])': { marginLeft: 36, '& h2': { fontSize: 14, lineHeight: '20px' } },
});
const StepSection = styled('section')({
  position: 'relative',
  // The form's buttons cover the end of the scrolling area.
  scrollMargin: '16px 0 76px',
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  columnGap: 12,
  '&[data-wide]': { gridTemplateColumns: '24px minmax(0, 1fr) 304px' },
  // The line from one step to the next.
  '&:has(+ section[data-step])::before': {
    content: '""',
    position: 'absolute',
    left: 11.5,
    top: 30,
    bottom: -26,
    width: 1,
    background: 'var(--line)',
  },
});
const StepNumber = styled('span')({
  counterIncrement: 'step',
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 24,
  borderRadius: '50%',
  background: 'var(--accent-soft)',
  color: 'var(--accent-text)',
  fontSize: 12,
  fontWeight: 600,
  '&::before': { content: 'counter(step)' },
});
const Title = styled('h2')({
  margin: 0,
  fontSize: 14,
  lineHeight: '24px',
  fontWeight: 600,
});
const Text = styled('p')({ margin: 0, fontSize: 13, lineHeight: '18px', color: 'var(--ink-2)' });
const Body = styled('div')({ minWidth: 0, '& > [data-fields]': { marginTop: 12 } });
const PictureColumn = styled('div')({ gridColumn: 3, gridRow: '1 / span 2', marginLeft: 12, minWidth: 0 });

const meetsCondition = ({ when }: FormSection, { data, settings }: FormSession): boolean =>
  matches(when, data, { root: data, user: settings.user });

const NO_HELP: Partial<FormSection> = {};

/** The numbered steps of a form and its other sections, each while its condition (`when`) holds. */
export function StepsLayout({ main }: { main: RenderedSection[] }) {
  const conditions = useSessionValue((session) =>
    main.map(({ section }) => meetsCondition(section, session)).join(),
  );
  const shown = conditions.split(',');
  return (
    <Column>
      {main.map((rendered, index) =>
        shown[index] !== 'true' ? null : rendered.section.step ? (
          <Step key={index} drawn={rendered} />
        ) : (
          <SectionPanel key={index} drawn={rendered} bare />
        ),
      )}
    </Column>
  );
}

/** Whether a section has content: no fields at all, or a visible one. */
const hasVisibleContent = (names: string[], session: FormSession): boolean =>
  names.length === 0 ||
  session.settings.fields.some(
    (field) => names.includes(field.name) && fieldState(field, session.data, session).visible,
  );

function Step({ drawn }: { drawn: RenderedSection }) {
  const store = use(StoreContext);
  const { action } = drawn.section;
  if (action === undefined) return <StepFrame drawn={drawn} />;
  return store ? <ActionStep drawn={drawn} id={action} store={store} /> : null;
}

/** A step with an action, for users who may run it. */
function ActionStep({ drawn, id, store }: { drawn: RenderedSection; id: string; store: FormStore }) {
  const action = useStepAction(id);
  return action ? (
    <StepFrame drawn={drawn}>
      <StepAction action={action} store={store} />
    </StepFrame>
  ) : null;
}

function StepFrame({
  drawn: { section, names, body },
  children,
}: {
  drawn: RenderedSection;
  children?: ReactNode;
}) {
  const { title, needed } = section;
  const id = useId();
  // Read-only forms need no help with input.
  const { description, help, picture } = useIsReadOnly() ? NO_HELP : section;
  const isVisible = useSessionValue((one) => hasVisibleContent(names, one));
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const [focused, setFocused] = useState<string>();
  if (!isVisible) return null;
  const onFocus = ({ target }: FocusEvent): void =>
    setFocused(target.closest<HTMLElement>('[data-field]')?.dataset['field']);
  const stepPicture = picture !== undefined && (
    <Picture name={picture} marked={focused === undefined ? names : [focused]} isWide={isWide} />
  );
  return (
    <StepSection
      data-step
      data-wide={isWide || undefined}
      aria-labelledby={id}
      onFocus={onFocus}
      onBlur={() => setFocused(undefined)}
    >
      <StepNumber aria-hidden />
      <Body>
        <Title id={id}>{title}</Title>
        {description === undefined ? null : <Text>{description}</Text>}
        {names.length > 0 ? (
          <div data-fields>
            <SectionFieldsContext value={{ help, needed }}>
              <SectionTitleContext value={title}>{body}</SectionTitleContext>
            </SectionFieldsContext>
          </div>
        ) : null}
        {children}
        {isWide ? null : stepPicture}
      </Body>
      {isWide && stepPicture ? <PictureColumn>{stepPicture}</PictureColumn> : null}
    </StepSection>
  );
}

/** The picture of a step: beside it, or behind a button where there is no room. Null where no picture is registered. */
function Picture({ name, marked, isWide }: { name: string; marked: readonly string[]; isWide: boolean }) {
  const [found, setFound] = useState<{ Shown: StepPicture }>();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    let isUnmounted = false;
    findPicture(name).then(
      (Shown) => isUnmounted || setFound(Shown && { Shown }),
      // The picture adds nothing that the step's text does not say.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [name]);
  if (!found) return null;
  if (isWide) return <found.Shown highlighted={marked} />;
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        endIcon={<ExpandMoreIcon style={isOpen ? { transform: 'rotate(180deg)' } : undefined} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: '-13px', mt: 0.5 }}
      >
        {t('Where is this?')}
      </Button>
      <div id={id} hidden={!isOpen} style={{ maxWidth: 360, marginTop: 4 }}>
        {isOpen ? <found.Shown highlighted={marked} /> : null}
      </div>
    </>
  );
}
