import { BackHome } from './BackHome.tsx';
import { MessageScreen } from './MessageScreen.tsx';

export const NotFound = () => (
  <MessageScreen title="Page not found" actions={<BackHome />}>
    There is nothing at this address. It may have been moved, or the link is not complete.
  </MessageScreen>
);
