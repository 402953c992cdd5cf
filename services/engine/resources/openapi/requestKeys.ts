import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import { ERROR_RESPONSES } from './components.ts';

const PARAMETER = 'IdempotencyKey';

/** The header of every POST that asks for a token, as a component of the description. */
export const REQUEST_KEY_PARAMETER: JsonObject = {
  [PARAMETER]: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      "A key of the caller's choice, unique for what is asked for. A repeat within 24 hours is not carried out again but " +
      'given the same answer (with the header Idempotency-Replayed), also what is shown once; 422 for the same key ' +
      'with another request, 409 IN_PROGRESS while the first is under way. What was refused may be tried again.',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  },
};

/** Adds the header, and what its use may answer, to each POST. */
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
