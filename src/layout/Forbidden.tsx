import Block from '@mui/icons-material/Block';
import { BackHome } from '../ui/BackHome.tsx';
import { MessageScreen } from '../ui/MessageScreen.tsx';
import { t } from '../../schemas/texts/translate.ts';

/** In place of a screen that the person's roles do not open: says so where it would be, and whom to ask. */
export const Forbidden = () => (
  <MessageScreen
    icon={<Block aria-hidden />}
    title={t('You are not allowed to access this page')}
    actions={<BackHome isPrimary />}
  >
    {t('Your role does not include it. If you need it, ask an administrator of your workspace.')}
  </MessageScreen>
);
