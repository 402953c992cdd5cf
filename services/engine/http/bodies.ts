import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { escapePointer } from '../../../schemas/model/pointer.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import { ApiError, invalid, malformed } from './errors.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Levels of nesting in a body. A flex message, the deepest body there is, has about twenty. */
export const MAX_DEPTH = 64;
export const BODY_LIMIT = 1024 * 1024;

/** Keys through which a careless merge would reach the prototype of every object. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** Whether PostgreSQL can store a text unchanged: it takes neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Registers a strict parser of JSON bodies: UTF-8, bounded depth, no prototype keys, only storable texts and numbers. */
export function registerBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_, body, done) => {
      try {
        done(null, parseBody(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/**
 * The JSON value of a body; an empty one is undefined.
 * @throws ApiError 400 for what is no JSON, 413 for too deep nesting, 422 naming texts that cannot be stored.
 */
export function parseBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw malformed(t('The body is not valid UTF-8'));
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed(t('The body is not valid JSON'));
  }
  const errors: FieldErrors = {};
  validateValue(value, '', 1, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return value;
}

function validateValue(value: unknown, pointer: string, depth: number, errors: FieldErrors): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) errors[pointer] = 'Text with characters that cannot be stored';
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) errors[pointer] = 'Number out of range';
  } else if (value !== null && typeof value === 'object') {
    if (depth > MAX_DEPTH)
      throw new ApiError(
        413,
        'TOO_LARGE',
        t('The body is nested deeper than %{maxDepth} levels', { maxDepth: MAX_DEPTH }),
      );
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1)
        validateValue(value[index], `${pointer}/${index}`, depth + 1, errors);
      return;
    }
    for (const key of Object.keys(value)) {
      const path = `${pointer}/${escapePointer(key)}`;
      if (PROTOTYPE_KEYS.has(key))
        throw malformed(t('The key "%{key}" is not possible', { key }), {
          [path]: 'Key that is not possible',
        });
      if (!isStorable(key)) errors[pointer] = 'Key with characters that cannot be stored';
      else validateValue((value as Record<string, unknown>)[key], path, depth + 1, errors);
    }
  }
}
