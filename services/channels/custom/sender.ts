import { callPlatform, UpstreamUnavailableError } from '../callPlatform.ts';
import { webhookPolicy } from '../../engine/outbound/webhookPolicy.ts';
import { signedRequest } from '../../engine/outbound/webhooks/signature.ts';
import type { Sender } from '../types.ts';
import { storedText } from '../../../schemas/texts/stored.ts';

/** Custom channels: a signed call of their webhook, whose `id` is the same on every retry. */
export const customSender: Sender = {
  maxMessagesPerCall: 10,
  isRetrySafe: true,
  async send({ outbound, channel, person, profile, key, id, messages, about }) {
    const { webhookUrl, apiKey = '' } = channel;
    if (!webhookUrl) return { state: 'failed', note: storedText('The channel has no webhook URL') };
    const content = {
      event: 'message',
      id: key,
      answer: id,
      channel: channel.id,
      person: { id: person, profile },
      ...about,
      messages,
    };
    try {
      const signedCall = signedRequest(webhookPolicy(outbound), content, apiKey);
      const headers = { ...signedCall.headers, 'x-retry-key': key };
      const { status, retryAfterS } = await callPlatform(webhookUrl, { ...signedCall, headers });
      if ((status >= 200 && status < 300) || status === 409) return { state: 'sent' };
      const note = storedText('The webhook answered %{status}', { status });
      return status === 429 || status >= 500
        ? {
            state: 'later',
            note,
            mayHaveArrived: status !== 429,
            ...(retryAfterS !== undefined && { retryAfterS }),
          }
        : { state: 'failed', note, isUnauthorised: status === 401 || status === 403 };
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      if (error.isForbidden) return { state: 'failed', note: error.message };
      return { state: 'later', note: error.message, mayHaveArrived: !error.isUnsent };
    }
  },
};
