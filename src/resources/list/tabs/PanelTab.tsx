import type { PanelTabModel } from '../../../../schemas/model/types.ts';
import { PageTitle } from '../../panels/PageTitle.tsx';
import { Panel } from '../../panels/Panel.tsx';
import type { ConsoleEntity } from '../../product.ts';
import { SiblingTabs } from './SiblingTabs.tsx';

/** Creates the screen of a panel that is a tab beside a list (`x-entity.tabs`). */
export const createPanelTab = (model: ConsoleEntity, { panel, label }: PanelTabModel) => {
  const PanelTab = () => (
    <>
      <PageTitle>{label}</PageTitle>
      <SiblingTabs model={model} chosen={panel} />
      <Panel name={panel} />
    </>
  );
  return PanelTab;
};
