import Block from '@mui/icons-material/Block';
import { BackHomeButton } from '../ui/BackHomeButton.tsx';
import { MessageScreen } from '../ui/MessageScreen.tsx';
import { t } from '../../schemas/texts/translate.ts';

/** Shown instead of a screen that the person's roles do not include. */
export const Forbidden = () => (
  <MessageScreen
    icon={<Block aria-hidden />}
    title={t('You are not allowed to access this page')}
    actions={<BackHomeButton isPrimary />}
  >
    {t('Your role does not include it. If you need it, ask an administrator of your workspace.')}
  </MessageScreen>
);
