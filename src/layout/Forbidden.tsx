import { MessageScreen } from './MessageScreen.tsx';
import { BackHome } from './BackHome.tsx';

/** In place of a screen that the person's roles do not open. */
export const Forbidden = () => (
  <MessageScreen title="You are not allowed to access this page" actions={<BackHome />}>
    Your roles do not include it. If you need it for your work, please contact your global admin.
  </MessageScreen>
);
