import type { PhoneDefinition } from '../types.ts';
import { webchatPhone } from '../webchat/phone.tsx';
import { t } from '../../../schemas/texts/translate.ts';

/** A custom channel's front end is its owner's and unknown to the console: it is drawn as web chat. */
export const customPhone: PhoneDefinition = {
  ...webchatPhone,
  isPreviewedForAll: false,
  quickReplyNote: t('Quick replies go with the last message.'),
};
