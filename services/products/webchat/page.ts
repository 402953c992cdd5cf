import type { FastifyReply } from 'fastify';
import type { Route } from '../../engine/modules/module.ts';
import { ApiError } from '../../engine/http/errors.ts';
import { currentLanguage } from '../../engine/http/languages.ts';
import { createNonce } from '../../engine/server/security.ts';
import { requireOpenChannel } from '../../channels/webchat/chat.ts';
import { t } from '../../../schemas/texts/translate.ts';

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => HTML_ESCAPES[letter] ?? '');

/** Only our script; images, videos and frames from wherever the bot's messages point to. */
const contentPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    "connect-src 'self'",
    'frame-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

function sendPage(reply: FastifyReply, status: number, title: string, body: string): FastifyReply {
  const nonce = createNonce();
  return reply
    .code(status)
    .header('content-security-policy', contentPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">html{color-scheme:light dark;background:light-dark(#fff,#16191c)}body{margin:0;font:16px/24px system-ui,sans-serif;color:light-dark(#15191c,#eceff1)}main{padding:48px 24px;text-align:center}</style>
</head>
<body>
${body}
</body>
</html>
`);
}

/** `GET /webchat/:channel`: a page with the chat alone, to try it or to link to. */
export const chatPage: Route = {
  open: true,
  describe: {
    summary: 'A page with the web chat of a channel',
    operationId: 'webchatPage',
    tags: ['Web chat'],
    parameters: [{ name: 'channel', in: 'path', required: true, schema: { type: 'string' } }],
    responses: { 200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } } },
  },
  async run(request, reply, context) {
    const { channel: id } = request.params as { channel: string };
    try {
      const channel = await requireOpenChannel(context, id);
      const script = `<script src="/webchat.js" data-channel="${escapeHtml(channel.id)}" data-page async></script>`;
      return await sendPage(reply, 200, channel.name, script);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return sendPage(
        reply,
        error.status,
        t('Chat'),
        `<main><p>${escapeHtml(t('%{sentence}.', { sentence: error.message }))}</p></main>`,
      );
    }
  },
};
