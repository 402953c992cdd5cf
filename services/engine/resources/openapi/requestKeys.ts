import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import { ERROR_RESPONSES } from './components.ts';

const PARAMETER = 'IdempotencyKey';

/** The header `Idempotency-Key` as an OpenAPI parameter: for every POST that needs a token. */
export const REQUEST_KEY_PARAMETER: JsonObject = {
  [PARAMETER]: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      "A key of the caller's choice, unique for the request. A repeat within 24 hours is not executed again but gets the " +
      'same response (with the header Idempotency-Replayed), including one-time secrets; 422 for the same key with ' +
      'another request, 409 IN_PROGRESS while the first one is running. A rejected request may be repeated.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  },
};

/** Adds the header and its error response to each POST. */
export function withRequestKeys(paths: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const { post, ...others } = item as { post?: JsonObject };
      const isOpen = Array.isArray(post?.['security']) && post['security'].length === 0;
      if (!post || isOpen) return [path, item];
      const parameters = [
        ...((post['parameters'] ?? []) as Json[]),
        { $ref: `#/components/parameters/${PARAMETER}` },
      ];
      const responses = {
        409: { $ref: `#/components/responses/${ERROR_RESPONSES[409]?.schema}` },
        ...(post['responses'] as JsonObject | undefined),
      };
      return [path, { ...others, post: { ...post, parameters, responses } }];
    }),
  );
}
