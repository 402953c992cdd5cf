import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { FormHead, FormHeadContext, type FormHeadSlots } from '../form/FormHead.tsx';
import { FormPage } from '../form/FormScreen.tsx';
import { useSiblings } from '../list/tabs/leadingTabs.ts';
import { TabLine } from '../list/tabs/TabLine.tsx';
import { type ConsoleEntity, type ConsoleForm, entityByName, useEntity } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Page = styled(FormPage)(({ theme }) => ({
  // Sections with what they are about at their left.
  [theme.breakpoints.up('md')]: { '--section': 'grid', '--beside': '232px' },
}));
const Tabs = styled('div')({ margin: '-8px calc(-1 * var(--edge)) 20px' });

/** The screen of an entity that has one record: its form, or the part of it that stands beside a list. */
export const EntitySingle = ({ part }: { part?: ConsoleForm }) => {
  const model = useEntity();
  const [places, setPlaces] = useState<FormHeadSlots>(() => ({ noun: model.title }));
  const beside = part?.tab && entityByName(part.tab.of);
  const shown = part ?? model;
  return (
    <Page data-panels={(shown.form?.panels.length ?? 0) > 0 || undefined}>
      <FormHead title={beside ? beside.plural : model.title} isBeside={false} onPlaces={setPlaces} />
      {beside && <PartTabs beside={beside} chosen={part.name} />}
      <FormHeadContext value={places}>
        <SingleForm model={shown} />
      </FormHeadContext>
    </Page>
  );
};

/** The tabs of the list beside which the part stands. */
const PartTabs = ({ beside, chosen }: { beside: ConsoleEntity; chosen: string }) => {
  const tabs = useSiblings(beside);
  return (
    <Tabs data-whole>
      <TabLine
        label={t('Lists')}
        items={tabs.map(({ name, label, path }) => ({
          key: name,
          label,
          isChosen: name === chosen,
          to: path,
        }))}
      />
    </Tabs>
  );
};
