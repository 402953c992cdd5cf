import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepButton from '@mui/material/StepButton';
import Stepper from '@mui/material/Stepper';
import { useEffect, useRef, useState } from 'react';
import { isWithin } from '../session.ts';
import { useFormSession, useReveal } from '../useSession.ts';
import type { DrawnSection } from './FormLayout.tsx';
import { SectionPanel } from './SectionPanel.tsx';

/** Sections one after another; a new record is sent from the last, one that exists from any. */
export function StepsLayout({ sections }: { sections: DrawnSection[] }) {
  const session = useFormSession();
  const [step, setStep] = useState(0);
  const [reached, setReached] = useState(0);
  const isLast = step >= sections.length - 1;
  const creating = session.settings.mode === 'create';
  useReveal(
    sections.flatMap(({ pointers }) => pointers),
    (target) =>
      setStep(sections.findIndex(({ pointers }) => pointers.some((base) => isWithin(target, base)))),
  );
  const next = (): void => {
    const faulty = session.validateAt(sections[step]?.pointers ?? []);
    if (faulty[0] !== undefined) return session.reveal(faulty[0]);
    setStep(step + 1);
    setReached(Math.max(reached, step + 1));
  };
  const advance = useRef(next);
  useEffect(() => {
    advance.current = next;
  });
  useEffect(() => {
    session.setAdvance(creating && !isLast ? () => advance.current() : undefined);
    return () => session.setAdvance(undefined);
  }, [session, creating, isLast]);

  const shown = sections[step];
  return (
    <>
      <Stepper activeStep={step} nonLinear>
        {sections.map(({ section }, index) => (
          <Step key={index} completed={index < reached}>
            <StepButton disabled={creating && index > reached} onClick={() => setStep(index)}>
              {section.title ?? `Step ${index + 1}`}
            </StepButton>
          </Step>
        ))}
      </Stepper>
      {shown ? <SectionPanel key={step} drawn={shown} bare={false} /> : null}
      <div style={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
          Back
        </Button>
        {isLast ? null : (
          <Button variant="outlined" onClick={next}>
            Next
          </Button>
        )}
      </div>
    </>
  );
}
