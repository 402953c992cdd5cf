import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { PanelSection, Description, Title } from '../form/layout/SectionPanel.tsx';

/** Parted from the form by a line, as its sections are from each other. */
const Section = styled(PanelSection)({
  marginBottom: 24,
  paddingBottom: 24,
  borderBottom: '1px solid var(--line)',
  '&[data-after]': {
    ...{ margin: '24px 0 0', padding: '24px 0 0', border: 0, borderTop: '1px solid var(--line)' },
  },
});

interface TitledSectionProps {
  title: string;
  description?: string;
  /** It stands behind the form. */
  'data-after'?: boolean;
  children: ReactNode;
}

/** A section of a page of settings that is no part of its form. */
export const TitledSection = ({ title, description, children, ...rest }: TitledSectionProps) => {
  const id = useId();
  return (
    <Section data-titled aria-labelledby={id} {...rest}>
      <div style={{ marginBottom: 16 }}>
        <Title id={id}>{title}</Title>
        {description === undefined ? null : <Description>{description}</Description>}
      </div>
      <div style={{ minWidth: 0, maxWidth: 560 }}>{children}</div>
    </Section>
  );
};
