import type { StarterSet } from '../../../../resources/fields/json/starters.ts';
import { FlexMessage } from '../FlexMessage.tsx';
import type { FlexComponent } from '../flexStyles.ts';
import coupon from './coupon.json' with { type: 'json' };
import menu from './menu.json' with { type: 'json' };
import product from './product.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };
import ticket from './ticket.json' with { type: 'json' };
import { t } from '../../../../../schemas/texts/translate.ts';

/** Starters of a Flex message, drawn as LINE draws it. */
export const starterSet: StarterSet = {
  starters: [
    { title: t('Receipt'), value: receipt },
    { title: t('Ticket'), value: ticket },
    { title: t('Product'), value: product },
    { title: t('Menu'), value: menu },
    { title: t('Coupon'), value: coupon },
  ],
  Drawing: ({ value }) => <FlexMessage contents={value as FlexComponent} />,
};
