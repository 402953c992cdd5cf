import { useRecordContext } from 'react-admin';
import type { RichMenuLink } from '../../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../../schemas/model/types.ts';
import { Taps } from './Taps.tsx';

/** The taps on a linked rich menu, on its channel. */
export const RichMenuLinkTaps = () => {
  const link = useRecordContext<RichMenuLink & EntityRecord>();
  return link ? <Taps menu={{ id: link.richmenu, name: link.name ?? '' }} channel={link.channel} /> : null;
};
