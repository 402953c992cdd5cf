import { useGetOne } from 'react-admin';
import type { Channel } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { useLiveRecord } from '../../resources/fieldKit/useLiveRecord.ts';

export type StoredChannel = Channel & EntityRecord;

interface FormChannel {
  channel: StoredChannel | undefined;
  /** Until it has come. */
  isPending: boolean;
  /** The form asks for one, and none is chosen. */
  isOpen: boolean;
}

/** The channel that the form around names, where it names one. */
export function useFormChannel(): FormChannel {
  const { fields, values } = useLiveRecord();
  const field = fields.find(({ reference }) => reference?.entity === 'channel');
  const id = field && values[field.name];
  const known = typeof id === 'string' ? id : '';
  const { data, isPending } = useGetOne<StoredChannel>(
    'channel',
    { id: known },
    { enabled: known !== '', retry: false },
  );
  return {
    channel: known === '' ? undefined : data,
    isPending: known !== '' && isPending,
    isOpen: field !== undefined && known === '',
  };
}
