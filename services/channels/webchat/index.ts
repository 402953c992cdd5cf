import { storedText } from '../../../schemas/texts/stored.ts';
import { isId } from '../../engine/storage/matchSql.ts';
import { columnsOf, quotedTableName } from '../../engine/storage/sql.ts';
import { apiKeyWebhook } from '../custom/apiKeyWebhook.ts';
import { testWebhook } from '../custom/credentials.ts';
import type { ChannelService } from '../types.ts';
import { credentialsOk } from '../credentialsCheck.ts';
import { webchatSender } from './sender.ts';

/** The web chat on the services' own pages, and on other front ends through a webhook. */
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
  // Messages to visitors of our own pages are stored here.
  destinationUrl: ({ channel, person }) => (isId(person) ? undefined : channel.webhookUrl),
  rateLimits: {},
  endedConversationSql({ catalog }, channel, values) {
    const id = values.add(channel);
    const person = columnsOf(catalog.require('profile').model).get('externalId')?.value ?? 'NULL';
    // People without a session on our page may be on another front end, which the webhook reaches.
    return `NOT (coalesce(${person} IN (SELECT id::text FROM webchat_session WHERE channel = ${id}::uuid), false)
    OR EXISTS (SELECT 1 FROM ${quotedTableName(catalog.require('channel').model)} WHERE id = ${id}::uuid AND data ->> 'webhookUrl' <> ''))`;
  },
};
