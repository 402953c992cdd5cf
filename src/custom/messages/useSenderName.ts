import { useGetList } from 'react-admin';
import { useMay } from '../../authProvider/AccessContext.ts';
import { type StoredChannel, useFormChannel } from './useFormChannel.ts';
import { t } from '../../../schemas/texts/translate.ts';

const NAMELESS = t('Your account');

/**
 * Who writes to people on a type of channel: the channel that the form around names, else the first one of the type
 * that the person may see. Empty until that is known.
 */
export function useSenderName(type: string | undefined): string {
  const may = useMay();
  const named = useFormChannel();
  const own = type === named.channel?.type ? named.channel : undefined;
  const asks = type !== undefined && !own && !named.isPending && may('channel', 'list');
  const { data, isPending } = useGetList<StoredChannel>(
    'channel',
    { filter: { type }, pagination: { page: 1, perPage: 1 }, sort: { field: 'name', order: 'ASC' } },
    { enabled: asks, retry: false },
  );
  if (own) return own.name;
  if (named.isPending || (asks && isPending)) return '';
  return data?.[0]?.name ?? NAMELESS;
}
