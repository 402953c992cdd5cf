import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { FormModel } from '../../../schemas/model/types.ts';
import { FormHead, FormHeadContext, type FormHeadSlots } from '../form/FormHead.tsx';
import { FormPage } from '../form/FormScreen.tsx';
import { SiblingTabs } from '../list/tabs/SiblingTabs.tsx';
import { StandaloneForm } from '../form/standalone/StandaloneForm.tsx';
import { useFormValidator } from '../form/useFormValidator.ts';
import { type ConsoleForm, entityByName, formByName, useEntity } from '../product.ts';
import { FactsSection } from '../form/FactsSection.tsx';
import { TitledSection } from '../form/TitledSection.tsx';
import { SingleForm } from './SingleForm.tsx';
import { type SingleModel, useSingle } from './useSingle.ts';

const Page = styled(FormPage)(({ theme }) => ({
  // As wide as the form's own sections.
  '& > [data-titled]': { '--line-width': '560px' },
  // Sections with what they are about at their left.
  [theme.breakpoints.up('md')]: { '--section': 'grid', '--beside': '232px' },
}));

type Summary = NonNullable<FormModel['summary']>;

/** The screen of an entity that has one record: its form, or the part of it that stands beside a list. */
export const EntitySingle = ({ part }: { part?: ConsoleForm }) => {
  const model = useEntity();
  // What stands around the form comes with its check.
  useFormValidator(part?.name ?? model.name);
  const [places, setPlaces] = useState<FormHeadSlots>(() => ({ noun: model.title }));
  const of = part?.tab?.of;
  const beside = of === undefined ? undefined : entityByName(of);
  const shown = part ? formByName(part.name) : model;
  const { summary, after = [] } = shown.form ?? {};
  return (
    <Page data-panels={(shown.form?.panels.length ?? 0) > 0 || undefined}>
      <FormHead title={beside?.plural ?? shown.title} isBeside={false} onSlots={setPlaces} />
      {beside && part && <SiblingTabs model={beside} chosen={part.name} />}
      <FormHeadContext value={places}>
        <SingleForm model={shown} />
      </FormHeadContext>
      {after.map(({ form, description }) => (
        <TitledSection key={form} title={formByName(form).title} description={description}>
          <StandaloneForm name={form} />
        </TitledSection>
      ))}
      {summary && <OwnFacts model={shown} {...summary} />}
    </Page>
  );
};

/** What the record says besides, which the person does not change. */
const OwnFacts = ({ model, ...summary }: { model: SingleModel } & Summary) => {
  const { entity, record, error } = useSingle(model);
  // The form says so in its place.
  if (error && !record) return null;
  return <FactsSection entity={entity} record={record} {...summary} />;
};
