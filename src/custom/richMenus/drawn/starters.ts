import type { AreaDrawing, MenuDrawing } from './drawing.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type AreaContent = Required<Pick<AreaDrawing, 'icon' | 'label'>>;

/** Typical menus of a kind of business, the most important areas first. */
export const STARTERS: readonly { title: string; areas: readonly AreaContent[] }[] = [
  {
    title: t('Shop'),
    areas: [
      { icon: 'Clothes', label: t('New in') },
      { icon: 'Offer', label: t('Promotions') },
      { icon: 'Delivery', label: t('My order') },
      { icon: 'Place', label: t('Stores') },
      { icon: 'Coupon', label: t('Coupons') },
      { icon: 'Chat', label: t('Talk to us') },
    ],
  },
  {
    title: t('Restaurant'),
    areas: [
      { icon: 'Restaurant', label: t('Menu') },
      { icon: 'Calendar', label: t('Book a table') },
      { icon: 'Delivery', label: t('Delivery') },
      { icon: 'Offer', label: t('Promotions') },
      { icon: 'Place', label: t('Branches') },
      { icon: 'Call', label: t('Call us') },
    ],
  },
  {
    title: t('Service'),
    areas: [
      { icon: 'Calendar', label: t('Book') },
      { icon: 'Payment', label: t('Prices') },
      { icon: 'Person', label: t('My account') },
      { icon: 'News', label: t('News') },
      { icon: 'Question', label: t('Questions') },
      { icon: 'Support', label: t('Support') },
    ],
  },
];

/** Applies the texts and icons of a starter, and keeps the backgrounds; further areas are unchanged. */
export const applyStarter = (drawing: MenuDrawing, areas: readonly AreaContent[]): MenuDrawing => ({
  ...drawing,
  areas: drawing.areas.map((area, index) => ({ ...area, ...areas[index] })),
});

/** Whether nothing has been drawn. */
export const isBlankDrawing = ({ areas }: MenuDrawing): boolean =>
  areas.every(({ icon, label }) => icon === undefined && label === '');
