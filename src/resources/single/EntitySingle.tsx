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
  // Aligned with the form's sections.
  '& > [data-titled]': { '--line-width': '560px' },
  // Section titles at the left of the fields.
  [theme.breakpoints.up('md')]: { '--section': 'grid', '--beside': '232px' },
}));

type Summary = NonNullable<FormModel['summary']>;

/**
 * The screen of an entity with a single record: its form, or a form of some of its fields that is a tab beside a
 * list.
 */
export const EntitySingle = ({ part }: { part?: ConsoleForm }) => {
  const model = useEntity();
  // Also loads the model that the head needs.
  useFormValidator(part?.name ?? model.name);
  const [places, setPlaces] = useState<FormHeadSlots>(() => ({}));
  const of = part?.tab?.of;
  const beside = of === undefined ? undefined : entityByName(of);
  const shown = part ? formByName(part.name) : model;
  const { summary, after = [] } = shown.form ?? {};
  return (
    <Page
      data-form-screen={beside === undefined || undefined}
      data-panels={(shown.form?.panels.length ?? 0) > 0 || undefined}
    >
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
      {summary && <SingleFacts model={shown} {...summary} />}
    </Page>
  );
};

/** The read-only fields below the form. */
const SingleFacts = ({ model, ...summary }: { model: SingleModel } & Summary) => {
  const { entity, record, error } = useSingle(model);
  // The form shows the error.
  if (error && !record) return null;
  return <FactsSection entity={entity} record={record} {...summary} />;
};
