import type { EntityRecord, Json } from '../../../schemas/model/types.ts';
import type { ActionCall } from '../../engine/resources/actions.ts';
import type { RawQuery } from '../../engine/resources/listQuery.ts';
import { authorize } from '../../engine/resources/operations.ts';
import { withApiErrors } from '../../engine/resources/visibility.ts';
import type { Services } from '../../engine/resources/services.ts';
import { textOf } from '../../../schemas/model/text.ts';

const MESSAGE_FIELDS = ['at', 'source', 'kind', 'type', 'text', 'content', 'note', 'answer'] as const;

/**
 * Reads the messages between a person and the workspace, newest first, in the platform's format; paged like lists. The
 * bot's messages name their template.
 * @throws ApiError 400 for an unknown cursor, 403
 */
export async function readMessageHistory(
  { catalog }: Services,
  { record, input, user }: Pick<ActionCall, 'record' | 'input' | 'user'>,
): Promise<Record<string, unknown>[]> {
  const messages = catalog.require('message');
  const caller = { user, rights: catalog.rights(user.roles) };
  authorize(messages, caller, 'read');
  const page = messages.queryParser.page(input as RawQuery);
  const where = [{ profile: record?.id ?? '' }];
  const rows = await withApiErrors(messages, caller, messages.repository.list({ ...page, where }));
  const ids = [...new Set(rows.flatMap(({ template }) => (typeof template === 'string' ? [template] : [])))];
  const templates = (await catalog.repository('template')?.getMany(ids)) ?? [];
  const names = new Map(templates.map(({ id, name }) => [id, name]));
  return rows.map((row: EntityRecord) => ({
    id: row.id,
    ...Object.fromEntries(MESSAGE_FIELDS.map((field): [string, Json] => [field, row[field] ?? null])),
    template: names.get(textOf(row['template'])) ?? null,
  }));
}

/** The response, for OpenAPI. */
export const MESSAGE_HISTORY_SCHEMA = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'at', 'source', 'kind', 'type'],
    properties: {
      id: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      source: { enum: ['USER', 'BOT', 'AGENT', 'BROADCAST', null] },
      kind: { enum: ['message', 'follow', 'unfollow', 'undelivered'] },
      type: { type: 'string' },
      text: { type: ['string', 'null'] },
      content: { type: ['object', 'null'], description: 'As the platform was given it.' },
      note: { type: ['string', 'null'] },
      answer: { type: ['string', 'null'] },
      template: { type: ['string', 'null'], description: 'Name of the template that it came from.' },
    },
  },
};
