import { useGetOne } from 'react-admin';
import type { Channel } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';

export type StoredChannel = Channel & EntityRecord;

interface FormChannel {
  channel: StoredChannel | undefined;
  /** Whether it is loading. */
  isPending: boolean;
  /** Whether the form has a channel field without a value. */
  isOpen: boolean;
}

/** The channel of the form, where it has one. */
export function useFormChannel(): FormChannel {
  const { fields, values } = useLiveRecord();
  const field = fields.find(({ reference }) => reference?.entity === 'channel');
  const id = field && values[field.name];
  const channelId = typeof id === 'string' ? id : '';
  const { data, isPending } = useGetOne<StoredChannel>(
    'channel',
    { id: channelId },
    { enabled: channelId !== '', retry: false },
  );
  return {
    channel: channelId === '' ? undefined : data,
    isPending: channelId !== '' && isPending,
    isOpen: field !== undefined && channelId === '',
  };
}
