import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { FormHead, FormHeadContext, type FormHeadSlots } from '../form/FormHead.tsx';
import { FormPage } from '../form/FormScreen.tsx';
import { SiblingTabs } from '../list/tabs/SiblingTabs.tsx';
import { useFormCheck } from '../form/useCheck.ts';
import { Panel } from '../panels/Panel.tsx';
import { type ConsoleForm, entityByName, formByName, useEntity } from '../product.ts';
import { FactsSection } from './FactsSection.tsx';
import { TitledSection } from './TitledSection.tsx';
import { SingleForm } from './SingleForm.tsx';

const Page = styled(FormPage)(({ theme }) => ({
  // Sections with what they are about at their left.
  [theme.breakpoints.up('md')]: { '--section': 'grid', '--beside': '232px' },
}));

/** The screen of an entity that has one record: its form, or the part of it that stands beside a list. */
export const EntitySingle = ({ part }: { part?: ConsoleForm }) => {
  const model = useEntity();
  // What stands around the form comes with its check.
  useFormCheck(part?.name ?? model.name);
  const [places, setPlaces] = useState<FormHeadSlots>(() => ({ noun: model.title }));
  const of = part?.tab?.of;
  const beside = of === undefined ? undefined : entityByName(of);
  const shown = part ? formByName(part.name) : model;
  const { summary, after = [] } = shown.form ?? {};
  return (
    <Page data-panels={(shown.form?.panels.length ?? 0) > 0 || undefined}>
      <FormHead title={beside?.plural ?? shown.title} isBeside={false} onPlaces={setPlaces} />
      {beside && part && <SiblingTabs beside={beside} chosen={part.name} />}
      {summary && <FactsSection model={shown} {...summary} />}
      <FormHeadContext value={places}>
        <SingleForm model={shown} />
      </FormHeadContext>
      {after.map(({ panel, label, description }) => (
        <TitledSection key={panel} title={label} description={description} data-after>
          <Panel name={panel} />
        </TitledSection>
      ))}
    </Page>
  );
};
