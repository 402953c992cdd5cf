import { registerFieldType, registerPanel } from '../register.ts';
import { t } from '../../../schemas/texts/translate.ts';

registerFieldType({
  name: 'pattern-areas',
  items: {
    load: () => import('./PatternAreas.tsx'),
    startOpen: () => 0,
    draws: ['addButton', 'heading'],
    hasLetters: true,
  },
});
// Rendered by the editor of the areas.
registerFieldType({ name: 'rich-menu-image', editor: () => import('./NoEditor.ts') });
registerPanel('rich-menu-card', () => import('./MenuCard.tsx').then((module) => module.MenuCard));
registerPanel('rich-menu-phone', () => import('./PhonePanel.tsx').then((module) => module.PhonePanel));
registerFieldType({ name: 'menu-picker', editor: () => import('./MenuPicker.tsx') });
registerFieldType({ name: 'either-or', editor: () => import('./YesNoButtons.tsx') });
registerFieldType({
  name: 'now-or-later',
  editor: () => import('./NowOrLater.tsx'),
  readOnlyAsText: { blank: t('Now') },
});
registerPanel('rich-menu-unconnected', () =>
  import('./management/UnconnectedNotice.tsx').then((module) => module.UnconnectedNotice),
);
registerPanel('rich-menu-person', () =>
  import('./management/PersonPanel.tsx').then((module) => module.PersonPanel),
);
registerPanel('rich-menu-link-taps', () =>
  import('./taps/RichMenuLinkTaps.tsx').then((module) => module.RichMenuLinkTaps),
);
registerPanel('rich-menu-link-phone', () =>
  import('./LinkPhonePanel.tsx').then((module) => module.LinkPhonePanel),
);
registerPanel('rich-menu-channels', () => import('./ChannelsLink.tsx').then((module) => module.ChannelsLink));
