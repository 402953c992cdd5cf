import { storedText } from '../../../schemas/texts/stored.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { columnsOf, quotedTableName } from '../../engine/storage/sql.ts';
import { apiKeyWebhook } from '../custom/apiKeyWebhook.ts';
import { testWebhook } from '../custom/credentials.ts';
import type { ChannelService } from '../types.ts';
import { credentialsOk } from '../credentialsCheck.ts';
import { webchatSender } from './sender.ts';

/** The chat on pages of the console's own, and on other front ends that speak with it through a webhook. */
export const webchat: ChannelService = {
  type: 'WEBCHAT',
  path: 'webchat',
  inbound: apiKeyWebhook('another front end of a web chat'),
  sender: webchatSender,
  hasCredentials: () => true,
  testCredentials: async (channel, outbound) =>
    channel.webhookUrl
      ? testWebhook(channel, outbound)
      : credentialsOk(storedText('Ready for the chat page and your website')),
  // A visitor of a page is answered here.
  destinationUrl: ({ channel, person }) => (isId(person) ? undefined : channel.webhookUrl),
  rateLimits: {},
  endedConversationSql({ catalog }, channel, values) {
    const id = values.add(channel);
    const person = columnsOf(catalog.require('profile').model).get('externalId')?.value ?? 'NULL';
    // Who has no conversation on our page may have one on another front end, which the webhook tells.
    return `NOT (coalesce(${person} IN (SELECT id::text FROM webchat_session WHERE channel = ${id}::uuid), false)
    OR EXISTS (SELECT 1 FROM ${quotedTableName(catalog.require('channel').model)} WHERE id = ${id}::uuid AND data ->> 'webhookUrl' <> ''))`;
  },
};
