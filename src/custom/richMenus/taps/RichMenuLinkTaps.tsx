import { useRecordContext } from 'react-admin';
import type { RichMenuLink } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { Taps } from './Taps.tsx';

/** Where people of one channel tap on a rich menu that is linked to it. */
export const RichMenuLinkTaps = () => {
  const link = useRecordContext<RichMenuLink & EntityRecord>();
  return link ? <Taps menu={{ id: link.richmenu, name: link.name ?? '' }} channel={link.channel} /> : null;
};
