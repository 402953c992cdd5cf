import type { Rest } from './rest.ts';

/** A draft to the one person of a channel of its own, all of the same name. */
export async function draftOnOwnChannel(
  rest: Rest,
  name: string,
  channel: { webhookUrl?: string } = {},
): Promise<{ channel: string; id: string }> {
  const made = await rest.create('channels', { name, type: 'CUSTOM', ...channel });
  const on = { channel: String(made['id']) };
  await rest.create('audiences', { ...on, externalId: `${name} 1`, displayName: 'Malee' });
  const messages = [{ type: 'text', text: 'Hello' }];
  const { id } = await rest.create('campaigns', { ...on, name, target: 'everyone', messages });
  return { ...on, id: String(id) };
}
