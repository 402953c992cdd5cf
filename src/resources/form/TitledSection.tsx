import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { PanelSection, Description, Title } from './layout/SectionPanel.tsx';

/** Separated from the form by a line, as its sections are from each other. */
const Section = styled(PanelSection)({
  '&, &:not([data-bare]) + &': { marginTop: 24, paddingTop: 24, borderTop: '1px solid var(--line)' },
});

interface TitledSectionProps {
  title: string;
  description?: string;
  children: ReactNode;
}

/** A section below a form that is not part of it. */
export const TitledSection = ({ title, description, children }: TitledSectionProps) => {
  const id = useId();
  return (
    <Section data-titled aria-labelledby={id}>
      <div style={{ marginBottom: 16 }}>
        <Title id={id}>{title}</Title>
        {description ? <Description>{description}</Description> : null}
      </div>
      <div style={{ minWidth: 0, maxWidth: 560 }}>{children}</div>
    </Section>
  );
};
