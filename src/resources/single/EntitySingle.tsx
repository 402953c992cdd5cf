import { styled } from '@mui/material/styles';
import { PageTitle } from '../../layout/PageTitle.tsx';
import { PAGE_WIDTH_PX, pageOfWidth } from '../form/pageWidth.ts';
import { useSiblings } from '../list/tabs/leadingTabs.ts';
import { TabLine } from '../list/tabs/TabLine.tsx';
import { type ConsoleEntity, type ConsoleForm, entityByName, useEntity } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const Page = styled('div')(({ theme }) => ({
  ...pageOfWidth(PAGE_WIDTH_PX),
  // Sections with what they are about at their left.
  [theme.breakpoints.up('md')]: { '--section': 'grid' },
}));
const Tabs = styled('div')({ margin: '-4px calc(-1 * var(--edge)) 20px' });

/** The screen of an entity that has one record: its form, or the part of it that stands beside a list. */
export const EntitySingle = ({ part }: { part?: ConsoleForm }) => {
  const model = useEntity();
  const beside = part?.tab && entityByName(part.tab.of);
  return (
    <Page>
      <PageTitle>{beside ? beside.plural : model.title}</PageTitle>
      {beside && <PartTabs beside={beside} chosen={part.name} />}
      <SingleForm model={part ?? model} />
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
