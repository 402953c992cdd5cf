import { FILE_VALUE, PICTURE_WIDTHS } from '../../../../schemas/model/files.ts';
import { FILE_TYPES } from '../../../../schemas/model/fileTypes.ts';
import type { Json, JsonObject } from '../../../../schemas/model/types.ts';
import { json, ref } from '../../resources/openapi/components.ts';

const text: JsonObject = { type: 'string' };
const parameter = (name: string, where: 'query' | 'path', schema: JsonObject, description: string): Json => ({
  name,
  in: where,
  required: where === 'path' || schema === text,
  description,
  schema,
});

const fileSchema: JsonObject = { ...FILE_VALUE, type: 'object' };
const failure = (name: string, description: string): JsonObject => ({ description, ...json(ref(name)) });
const commonResponses: JsonObject = {
  400: failure('Malformed', 'It is not said which field the file is for.'),
  401: failure('Unauthenticated', 'No valid token came with it.'),
  403: failure('Forbidden', 'The person may not do this.'),
  422: failure('Invalid', 'The field does not take it.'),
  429: failure('TooMany', 'The person has brought in as many bytes today as one may.'),
};

/** Upload, fetching from outside, and serving. */
export const FILE_PATHS: JsonObject = {
  '/api/v1/files': {
    post: {
      summary: 'Upload a file for a field of an entity',
      operationId: 'uploadFile',
      parameters: [
        parameter('entity', 'query', text, 'Name of the entity.'),
        parameter(
          'field',
          'query',
          text,
          'Path of its field, such as `image` or `messages.*.<image>.picture`.',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
        },
      },
      responses: {
        201: { description: 'Stored; its id is what the field holds.', ...json(fileSchema) },
        ...commonResponses,
        413: failure('TooLarge', 'The file is larger than the field takes.'),
        415: failure('Malformed', 'The body is not multipart/form-data.'),
      },
    },
  },
  '/api/v1/files/fetch': {
    post: {
      summary: 'A picture from outside, fetched once and served from here',
      operationId: 'fetchPicture',
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['url', 'entity', 'field'],
          properties: { url: text, entity: text, field: text },
        }),
      },
      responses: {
        200: {
          description: 'The stored picture, or why there is none.',
          ...json({ type: 'object', properties: { file: fileSchema, fault: text } }),
        },
        ...commonResponses,
      },
    },
  },
  '/files/{id}/{name}': {
    parameters: [
      parameter('id', 'path', text, 'Id of the file.'),
      parameter(
        'name',
        'path',
        text,
        'Any name, for people to read. A width in its place asks for the picture in that width.',
      ),
    ],
    get: {
      summary: 'The content of a file; its address opens it',
      operationId: 'file',
      security: [],
      parameters: [
        parameter(
          'width',
          'query',
          { enum: [...PICTURE_WIDTHS] },
          'The picture in this width, never enlarged.',
        ),
      ],
      responses: {
        200: {
          description: 'The content.',
          content: Object.fromEntries(Object.keys(FILE_TYPES).map((type) => [type, {}])),
        },
        206: { description: 'The part that `Range` asks for.' },
        304: { description: 'Unchanged.' },
        404: failure('NotFound', 'There is no such file.'),
        416: { description: 'There is no such part.' },
      },
    },
  },
};
