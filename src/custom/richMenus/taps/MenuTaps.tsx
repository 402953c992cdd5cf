import { PanelDialog } from '../../../resources/panels/PanelDialog.tsx';
import { Taps } from './Taps.tsx';
import { t } from '../../../../schemas/texts/translate.ts';

interface MenuTapsProps {
  menu: { id: string; name: string };
  onClose: () => void;
}

/** Dialog with the taps on a rich menu, on all channels. */
export const MenuTaps = ({ menu, onClose }: MenuTapsProps) => (
  <PanelDialog title={t('Taps on %{name}', { name: menu.name })} onClose={onClose}>
    <Taps menu={menu} />
  </PanelDialog>
);
