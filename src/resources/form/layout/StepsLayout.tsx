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
import type { DrawnSection } from './FormLayout.tsx';
import { findPicture, type StepPicture } from './pictures.ts';
import { SectionFieldsContext } from '../../fieldKit/SectionFields.ts';
import { SectionPanel } from './SectionPanel.tsx';
import { SectionTitleContext } from '../../fieldKit/SectionTitleContext.ts';
import { StepAction, useStepAction } from './StepAction.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

/** From here on there is room for a picture beside the fields. */
const WIDE = '(min-width:900px)';

const Column = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 32,
  minWidth: 0,
  // A line of text, and the picture beside it.
  maxWidth: 912,
  counterReset: 'step',
  // What is no step begins where the words of the steps do.
  '& > section:not([data-step])': { marginLeft: 36, '& h2': { fontSize: 14, lineHeight: '20px' } },
});
const StepSection = styled('section')({
  position: 'relative',
  // The buttons lie above the end of what scrolls.
  scrollMargin: '16px 0 76px',
  display: 'grid',
  gridTemplateColumns: '24px minmax(0, 1fr)',
  columnGap: 12,
  '&[data-wide]': { gridTemplateColumns: '24px minmax(0, 1fr) 304px' },
  // What leads from one step to the next.
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
const Number = styled('span')({
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
const Beside = styled('div')({ gridColumn: 3, gridRow: '1 / span 2', marginLeft: 12, minWidth: 0 });

const isThere = ({ when }: FormSection, { data, settings }: FormSession): boolean =>
  matches(when, data, { root: data, user: settings.user });

const NO_HELP: Partial<FormSection> = {};

/** The numbered steps of a form, and its other sections, each while it has something to say. */
export function StepsLayout({ main }: { main: DrawnSection[] }) {
  const there = useSessionValue((session) => main.map(({ section }) => isThere(section, session)).join());
  const shown = there.split(',');
  return (
    <Column>
      {main.map((drawn, index) =>
        shown[index] !== 'true' ? null : drawn.section.step ? (
          <Step key={index} drawn={drawn} />
        ) : (
          <SectionPanel key={index} drawn={drawn} bare />
        ),
      )}
    </Column>
  );
}

/** Whether a section has something to say: no fields of its own, or one that is to be seen. */
const isSeen = (names: string[], session: FormSession): boolean =>
  names.length === 0 ||
  session.settings.fields.some(
    (field) => names.includes(field.name) && fieldState(field, session.data, session).visible,
  );

function Step({ drawn }: { drawn: DrawnSection }) {
  const store = use(StoreContext);
  const { action } = drawn.section;
  if (action === undefined) return <StepFrame drawn={drawn} />;
  return store ? <ActionStep drawn={drawn} id={action} store={store} /> : null;
}

/** A step in which something is done with the record, for whoever may do it. */
function ActionStep({ drawn, id, store }: { drawn: DrawnSection; id: string; store: FormStore }) {
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
  drawn: DrawnSection;
  children?: ReactNode;
}) {
  const { title, needed } = section;
  const id = useId();
  // What helps to fill it in helps nobody who may not.
  const { description, help, picture } = useIsReadOnly() ? NO_HELP : section;
  const seen = useSessionValue((one) => isSeen(names, one));
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const [focused, setFocused] = useState<string>();
  if (!seen) return null;
  const follow = ({ target }: FocusEvent): void =>
    setFocused(target.closest<HTMLElement>('[data-field]')?.dataset['field']);
  const Drawing = picture !== undefined && (
    <Picture name={picture} marked={focused === undefined ? names : [focused]} isWide={isWide} />
  );
  return (
    <StepSection
      data-step
      data-wide={isWide || undefined}
      aria-labelledby={id}
      onFocus={follow}
      onBlur={() => setFocused(undefined)}
    >
      <Number aria-hidden />
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
        {isWide ? null : Drawing}
      </Body>
      {isWide && Drawing ? <Beside>{Drawing}</Beside> : null}
    </StepSection>
  );
}

/** Beside the step, or behind a button where there is no room. Nothing where there is no such picture. */
function Picture({ name, marked, isWide }: { name: string; marked: readonly string[]; isWide: boolean }) {
  const [found, setFound] = useState<{ Shown: StepPicture }>();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    let left = false;
    findPicture(name).then(
      (Shown) => left || setFound(Shown && { Shown }),
      // The step says the same in words.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [name]);
  if (!found) return null;
  if (isWide) return <found.Shown marked={marked} />;
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        endIcon={<ExpandMoreIcon style={isOpen ? { transform: 'rotate(180deg)' } : undefined} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ ml: -1, mt: 0.5 }}
      >
        {t('Where is this?')}
      </Button>
      <div id={id} hidden={!isOpen} style={{ maxWidth: 360, marginTop: 4 }}>
        {isOpen ? <found.Shown marked={marked} /> : null}
      </div>
    </>
  );
}
