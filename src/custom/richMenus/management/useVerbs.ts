import { useDataProvider } from 'react-admin';
import type { MenuState } from '../../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../../dataProvider/dataProvider.ts';

/** What is done with a channel's menus. */
export const useVerbs = () => {
  const provider = useDataProvider<ConsoleDataProvider>();
  return {
    remove: (channel: string, state: MenuState, id: string) => provider.removeChannelMenu(channel, state, id),
    retry: (channel: string, id: string) => provider.retryChannelMenu(channel, id),
  };
};
