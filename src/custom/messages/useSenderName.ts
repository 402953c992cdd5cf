import { useGetList } from 'react-admin';
import { useMay } from '../../authProvider/AccessContext.ts';
import { type StoredChannel, useFormChannel } from './useFormChannel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const DEFAULT_NAME = t('Your account');

/**
 * The sender's name on a channel type: the form's channel, or nobody's in particular until it is chosen; in a form without
 * a channel the first one of the type that the person may read. Empty while it is loading.
 */
export function useSenderName(type: string | undefined): string {
  const may = useMay();
  const formChannel = useFormChannel();
  const own = type === formChannel.channel?.type ? formChannel.channel : undefined;
  const isListNeeded =
    type !== undefined && !own && !formChannel.isPending && !formChannel.isOpen && may('channel', 'list');
  const { data, isPending } = useGetList<StoredChannel>(
    'channel',
    { filter: { type }, pagination: { page: 1, perPage: 1 }, sort: { field: 'name', order: 'ASC' } },
    { enabled: isListNeeded, retry: false },
  );
  if (own) return own.name;
  if (formChannel.isOpen) return DEFAULT_NAME;
  if (formChannel.isPending || (isListNeeded && isPending)) return '';
  return data?.[0]?.name ?? DEFAULT_NAME;
}
