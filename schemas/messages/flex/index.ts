import { textBody } from '../../channels/facebook/templates.ts';
import { lineAltText } from '../../channels/line/templates.ts';
import type { MessageType } from '../messageType.ts';
import { toLineFlex } from './lineFlex.ts';
import { t } from '../../texts/translate.ts';

export const flex: MessageType<'flex'> = {
  draftDefaults: { type: 'flex', altText: '', contents: {} },
  // If LINE would reject it, only the alternative text is sent: LINE would reject all of the messages.
  toLineMessage(message, pointer, issues) {
    const altText = lineAltText(message);
    const result = toLineFlex(message.contents);
    if ('contents' in result) return { type: 'flex', altText, contents: result.contents };
    issues.add(
      `${pointer}/contents`,
      t('LINE refuses this Flex message: %{refused}. The alternative text is sent instead', {
        refused: result.refused,
      }),
    );
    return { type: 'text', text: altText };
  },
  toFacebookMessages({ altText }, pointer, issues) {
    issues.add(pointer, t('Facebook doesn’t support Flex. The alt text is sent instead'));
    return [textBody(altText, `${pointer}/altText`, issues)];
  },
  toWebchatMessages({ altText }, pointer, issues) {
    issues.add(pointer, t('Web chat doesn’t support Flex. The alt text is sent instead'));
    return [{ type: 'text', text: altText }];
  },
};
