import { media, withButtons } from '../../channels/facebook/templates.ts';
import { LINE_LIMITS } from '../../channels/line/limits.ts';
import { lineAltText } from '../../channels/line/templates.ts';
import { getActionType } from '../../actions/registry.ts';
import { fileIdFromUrl } from '../../model/files.ts';
import { clip } from '../clip.ts';
import { DEFAULT_ACTION, type MessageType } from '../messageType.ts';
import { t } from '../../texts/translate.ts';

export const imagemap: MessageType<'imagemap'> = {
  draftDefaults: {
    ...{ type: 'imagemap', altText: '', imgUrl: '', baseUrl: '', baseSize: { width: 1040, height: 1040 } },
    actions: [{ x: 0, y: 0, width: 0, height: 0, action: DEFAULT_ACTION }],
  },
  // Uploaded images are served at LINE’s widths under /files/{id}.
  resolveFileUrls(message) {
    const id = fileIdFromUrl(message.imgUrl);
    return id === undefined ? message : { ...message, baseUrl: `/files/${id}` };
  },
  toLineMessage(message, pointer, issues) {
    const { baseUrl = '', baseSize, actions } = message;
    const { imagemap: limits } = LINE_LIMITS;
    return {
      ...{ type: 'imagemap', baseUrl, altText: lineAltText(message) },
      baseSize: { width: baseSize.width, height: baseSize.height },
      actions: actions.slice(0, limits.areas).map(({ action, x, y, width, height }, index) => {
        const area = { x, y, width, height };
        const label = clip(action.label, limits.label);
        const link = getActionType(action).link?.(action);
        if (link !== undefined && link.length <= limits.uri)
          return { type: 'uri', label, linkUri: link, area };
        if (action.type !== 'message')
          issues.add(
            `${pointer}/actions/${index}/action`,
            link === undefined
              ? t('LINE tap areas can only open links or send text. The label is sent as text.')
              : t('The link has more than %{uri} characters: the label is sent as a text', {
                  uri: limits.uri,
                }),
          );
        const text = action.type === 'message' ? action.text : action.label;
        return { type: 'message', label, text: clip(text, limits.text), area };
      }),
    };
  },
  toFacebookMessages({ imgUrl, altText, actions }, pointer, issues) {
    issues.add(pointer, t('Facebook doesn’t support tap areas. Buttons appear below the image'));
    const taps = actions.map(({ action }, index) => ({
      action,
      pointer: `${pointer}/actions/${index}/action`,
    }));
    const text = { text: altText, pointer: `${pointer}/altText` };
    return [media('image', imgUrl), ...withButtons(text, taps, `${pointer}/actions`, issues)];
  },
  toWebchatMessages({ imgUrl, altText, actions }, pointer, issues) {
    issues.add(pointer, t('Web chat doesn’t support tap areas. The image is sent with one button per area'));
    return [
      { type: 'image', originalContentUrl: imgUrl, previewImageUrl: imgUrl },
      { type: 'buttons', altText, text: altText, actions: actions.map(({ action }) => action) },
    ];
  },
};
