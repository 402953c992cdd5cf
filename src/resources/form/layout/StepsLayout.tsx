import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepButton from '@mui/material/StepButton';
import Stepper from '@mui/material/Stepper';
import { useEffect, useRef, useState } from 'react';
import { isWithin } from '../session.ts';
import { fieldState, useErrorCount, useFormSession, useReveal, useSessionValue } from '../useSession.ts';
import type { DrawnSection } from './FormLayout.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { SectionPanel } from './SectionPanel.tsx';

const titleOf = ({ section }: DrawnSection, index: number): string => section.title ?? `Step ${index + 1}`;

/** Places of the sections that have anything to be seen now; the others drop out. */
const useVisible = (sections: DrawnSection[]): number[] => {
  const text = useSessionValue((session) => {
    const visible = new Set(
      session.settings.fields
        .filter((field) => fieldState(field, session.data, session).visible)
        .map((field) => field.name),
    );
    return sections.flatMap(({ names }, at) => (names.some((name) => visible.has(name)) ? [at] : [])).join();
  });
  return text === '' ? [] : text.split(',').map(Number);
};

/**
 * Sections one after another, each judged by itself when Enter or Next leads on; those that conditions hide drop out.
 * A new record ends with a look at what will be saved; one that exists is sent from any step.
 */
export function StepsLayout({ sections }: { sections: DrawnSection[] }) {
  const session = useFormSession();
  const visible = useVisible(sections);
  const creating = session.settings.mode === 'create';
  // The place after the last section is the review.
  const steps = creating ? [...visible, sections.length] : visible;
  const [chosen, setStep] = useState(0);
  const [reached, setReached] = useState(0);
  // A step that drops out while it is open leads back to the one before.
  const step = steps.findLast((one) => one <= chosen) ?? steps[0] ?? 0;
  const at = steps.indexOf(step);
  const isLast = at >= steps.length - 1;
  const refusals = useSessionValue(({ refusals }) => refusals);

  const stepOf = (pointer: string): number =>
    sections.findIndex(({ pointers }) => pointers.some((base) => isWithin(pointer, base)));
  const open = (target: number): void => {
    setStep(target);
    setReached(Math.max(reached, target));
  };
  useReveal(
    sections.flatMap(({ pointers }) => pointers),
    (target) => open(stepOf(target)),
  );
  // What was refused leads to its step, unless the one that is open has a part in it.
  const latest = useRef({ step, open, stepOf });
  useEffect(() => {
    latest.current = { step, open, stepOf };
  });
  useEffect(() => {
    if (refusals === 0) return;
    const now = latest.current;
    const faulty = Object.keys(session.errors)
      .map(now.stepOf)
      .filter((one) => one >= 0);
    if (faulty.length > 0 && !faulty.includes(now.step)) now.open(Math.min(...faulty));
  }, [session, refusals]);

  const next = (): void => {
    const faulty = session.validateAt(sections[step]?.pointers ?? []);
    if (faulty[0] !== undefined) return session.reveal(faulty[0]);
    const following = steps[at + 1];
    if (following !== undefined) open(following);
  };
  const advance = useRef(next);
  useEffect(() => {
    advance.current = next;
  });
  useEffect(() => {
    session.setAdvance(creating && !isLast ? () => advance.current() : undefined);
    return () => session.setAdvance(undefined);
  }, [session, creating, isLast]);

  const heading = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(step);
  useEffect(() => {
    if (shownBefore.current === step) return;
    shownBefore.current = step;
    // A field that is to be brought into view takes the focus itself.
    if (session.revealed !== undefined) return;
    const first = heading.current?.querySelector<HTMLElement>(
      'input:not([type=hidden], [readonly]), textarea:not([readonly]), select',
    );
    (first ?? heading.current)?.focus({ preventScroll: true });
  }, [session, step]);

  const shown = sections[step];
  return (
    <>
      <Stepper activeStep={at} nonLinear sx={{ overflowX: 'auto', pb: 0.5 }}>
        {steps.map((one, index) => {
          const drawn = sections[one];
          return (
            <Step key={one} completed={one < reached}>
              <StepButton disabled={creating && one > reached} onClick={() => setStep(one)}>
                {drawn ? <StepTitle drawn={drawn} index={index} /> : 'Review'}
              </StepButton>
            </Step>
          );
        })}
      </Stepper>
      <div ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {shown ? (
          <SectionPanel key={step} drawn={shown} bare={false} />
        ) : (
          <ReviewStep
            parts={visible.flatMap((one, index) => {
              const drawn = sections[one];
              return drawn
                ? [{ title: titleOf(drawn, index), names: drawn.names, open: () => setStep(one) }]
                : [];
            })}
          />
        )}
      </div>
      <div style={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button disabled={at <= 0} onClick={() => setStep(steps[at - 1] ?? 0)}>
          Back
        </Button>
        {isLast ? null : (
          // Of a form without a button that submits it, Enter says nothing.
          <Button
            variant={creating ? 'contained' : 'outlined'}
            type={creating ? 'submit' : 'button'}
            onClick={creating ? undefined : next}
          >
            Next
          </Button>
        )}
      </div>
    </>
  );
}

function StepTitle({ drawn, index }: { drawn: DrawnSection; index: number }) {
  const faults = useErrorCount(drawn.pointers);
  return (
    <Box component="span" sx={faults > 0 ? { color: 'error.main' } : undefined}>
      {titleOf(drawn, index)}
    </Box>
  );
}
