import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useGetOne } from 'react-admin';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import type { Channel, RichMenu } from '../../../schemas/generated/types.ts';
import type { StoredFile } from '../../../schemas/model/files.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import type { ChannelMenu } from '../../dataProvider/channelMenuVerbs.ts';
import type { ConsoleDataProvider } from '../../dataProvider/dataProvider.ts';
import { useReferenceTitles } from '../../resources/fields/reference/useReferenceTitles.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';
import { linkWarnings } from './linkWarnings.ts';
import { MAX_MENUS, MENUS_KEY, useRefetchMenus } from './management/useChannelMenus.ts';
import { MenuResolutionPanel } from './management/MenuResolutionPanel.tsx';
import { MenuPhone } from './MenuPhone.tsx';
import { richMenuType } from './richMenuType.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Previews the linked menu in a chat of the channel, with warnings about other links. */
export function LinkPhonePanel() {
  const { values } = useLiveRecord();
  const { channel: channelId = '', id } = useParams();
  const provider = useDataProvider<ConsoleDataProvider>();
  const channel = useGetOne<Channel & EntityRecord>('channel', { id: channelId }, { retry: false });
  useRefetchMenus();
  const isSelected = values['selected'] !== false;
  const [isOpen, setOpen] = useState(isSelected);
  useEffect(() => setOpen(isSelected), [isSelected]);
  const menuId = typeof values['richmenu'] === 'string' ? values['richmenu'] : '';
  const { data: menu } = useGetOne<RichMenu & EntityRecord>(
    'rich-menu',
    { id: menuId },
    { enabled: menuId !== '', retry: false },
  );
  const { data: others = [] } = useQuery({
    queryKey: [MENUS_KEY, 'all', channelId],
    queryFn: async ({ signal }): Promise<ChannelMenu[]> => {
      const options = { take: MAX_MENUS, signal };
      const lists = [
        provider.channelMenus(channelId, 'active', options),
        provider.channelMenus(channelId, 'upcoming', options),
      ];
      return (await Promise.all(lists)).flat();
    },
    enabled: channelId !== '',
  });
  const titles = useReferenceTitles(
    'template',
    (menu?.areas ?? []).flatMap(({ action }) =>
      action?.type === 'template_action' ? [action.templateName] : [],
    ),
  );
  const image = menu?.image as unknown as StoredFile | string | null | undefined;
  return (
    <>
      {(menuId === ''
        ? []
        : linkWarnings(
            values,
            others.filter((other) => other.id !== id),
          )
      ).map((text) => (
        <Alert key={text} severity="warning" role="status" sx={{ mb: 2 }}>
          {text}
        </Alert>
      ))}
      <MenuPhone
        key={menuId}
        type={channel.data?.type ?? richMenuType()}
        size={menu?.size ?? 'original'}
        pattern={menu?.pattern ?? 'L7'}
        source={typeof image === 'object' ? image?.url : undefined}
        areas={menu?.areas ?? []}
        label={String(values['chatBarText'] ?? '')}
        sender={channel.data?.name ?? ''}
        isOpen={isOpen && menu !== undefined}
        isHinted
        onToggle={() => setOpen(!isOpen)}
        titleOf={titles}
        hint={menuId === '' ? t('Choose a rich menu to see it here') : undefined}
      />
      <p style={{ margin: '12px 0 0', fontSize: 12, textAlign: 'center', color: 'var(--ink-3)' }}>
        {isSelected ? t('Open when the chat is opened.') : t('People open it with the bar.')}
      </p>
      <div style={{ marginTop: 32 }}>
        <MenuResolutionPanel
          channel={channelId}
          menus={others}
          at={typeof values['triggerTime'] === 'string' ? values['triggerTime'] : undefined}
        />
      </div>
    </>
  );
}
