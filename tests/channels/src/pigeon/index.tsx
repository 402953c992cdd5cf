import type { ChannelTypeView, PhoneSkin } from '../../../../src/channels/types.ts';
import { textIn } from '../../../../src/channels/drawing.ts';

const light: PhoneSkin = {
  ...{ ground: '#fdf6e3', head: '#eee8d5', headInk: '#073642', headLine: '#93a1a1', ink: '#073642' },
  ...{ muted: '#586e75', bubble: '#eee8d5', bubbleInk: '#073642', bubbleShape: '0', card: '#eee8d5' },
  ...{ cardEdge: '#93a1a1', cardShape: '0', line: '#93a1a1', link: '#268bd2', button: 'transparent' },
  ...{ quick: '#fdf6e3', quickInk: '#268bd2', quickEdge: '#268bd2', foot: '#eee8d5', footInk: '#073642' },
  field: '#fdf6e3',
};

/** The pigeon in the console: a note on paper. */
export const pigeon: ChannelTypeView = {
  type: 'PIGEON',
  mark: { letter: 'P', colour: { light: '#586e75', dark: '#93a1a1' } },
  phone: {
    skin: { light, dark: { ...light, ground: '#002b36' } },
    head: { before: <i>Coo</i>, after: null },
    foot: { before: null, placeholder: 'Write on the back', after: null },
    hasFilledButtons: false,
    isPreviewedForAll: true,
    quickReplyNote: 'Quick replies are torn off.',
    draw: (bodies) => ({
      messages: bodies.map(({ note }) => ({ kind: 'text', text: textIn(note) })),
      quickReplies: [bodies.at(-1)?.['tearOff'] ?? []].flat().map(textIn),
    }),
  },
  pictures: { 'pigeon-loft': ({ highlighted }) => <p>A loft with {highlighted.join(' and ')}</p> },
};
