import type { PanelTabModel } from '../../../../schemas/model/types.ts';
import { PageTitle } from '../../panels/PageTitle.tsx';
import { Panel } from '../../panels/Panel.tsx';
import type { ConsoleEntity } from '../../product.ts';
import { SiblingTabs } from './SiblingTabs.tsx';

/** The screen of a panel that stands beside a list as a tab (`x-entity.tabs`). */
export const panelTab = (beside: ConsoleEntity, { panel, label }: PanelTabModel) => {
  const PanelTab = () => (
    <>
      <PageTitle>{label}</PageTitle>
      <SiblingTabs beside={beside} chosen={panel} />
      <Panel name={panel} />
    </>
  );
  return PanelTab;
};
