import { mayRequireApproval } from '../../../../schemas/model/approval.ts';
import { isForPeople } from '../../../../schemas/model/lifecycle.ts';
import type { ActionModel, EntityModel, JsonObject } from '../../../../schemas/model/types.ts';
import type { ActionHandler, ActionRegistry } from '../actions.ts';
import { MAX_BULK_RECORDS } from '../operations.ts';
import { ref, schemaName } from './components.ts';
import { ID, query, type Spec } from './operation.ts';

const EXPECTED_VERSION = query(
  'version',
  { type: 'integer', minimum: 0 },
  'The version that the caller saw; 409 if it has changed meanwhile.',
);

/**
 * Builds the paths of an entity's verbs and transitions.
 * @param base path of the collection
 * @param forms names of the product's forms
 * @param existingPaths path items to which methods of verbs at the same path are added
 */
export function actionPaths(
  model: EntityModel,
  base: string,
  actions: ActionRegistry,
  forms: Set<string>,
  spec: Spec,
  existingPaths: Record<string, JsonObject>,
): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  const inputOf = (form: string | undefined): JsonObject | undefined =>
    form !== undefined && forms.has(form) ? ref(`${schemaName(form)}Form`) : undefined;
  for (const { verb, handler } of actions.handlersOf(model.name)) {
    const action = model.actions.find(({ id }) => id === verb);
    const isOfRecord = handler.on === 'record';
    const path = isOfRecord ? `${base}/{id}/${verb}` : `${base}/${verb}`;
    const method = (handler.method ?? 'POST').toLowerCase();
    const input = withConfirmation(action, inputOf(action?.input ?? handler.input));
    const request =
      method === 'get'
        ? { parameters: input ? [{ ...query('input', input), style: 'form', explode: true }] : [] }
        : { ...bodyOf(input), parameters: isOfRecord && method === 'post' ? [EXPECTED_VERSION] : [] };
    paths[path] = {
      ...existingPaths[path],
      ...paths[path],
      ...(isOfRecord && { parameters: [ID] }),
      [method]: spec(
        `${action?.label ?? verb} (${model.title})`,
        method === 'post' ? toCamelCase(verb) : method + toCamelCase(verb),
        {
          ...request,
          response: responseSchema(model, action?.transition !== undefined, handler, forms),
          errors: ERRORS,
        },
      ),
    };
  }
  for (const action of model.actions.filter(isForPeople)) {
    const { id, label, input: form, transition } = action;
    const summary = `${label} (${model.title})`;
    const path = `${base}/{id}/${id}`;
    const input = inputOf(form);
    if (action.checks)
      paths[`${base}/{id}/checks/${id}`] = {
        parameters: [ID],
        post: spec(`${summary}: run its checks`, `check${capitalize(toCamelCase(id))}`, {
          response: {
            type: 'object',
            required: ['checks'],
            properties: { checks: { type: 'array', items: ref('CheckResult') } },
          },
          errors: ERRORS,
        }),
      };
    if (transition && !paths[path]) {
      const response = responseSchema(model, true);
      const post = spec(summary, toCamelCase(id), {
        ...bodyOf(withConfirmation(action, input)),
        parameters: [EXPECTED_VERSION],
        response,
        errors: ERRORS,
      });
      paths[path] = { parameters: [ID], post };
    }
    if (!action.on.includes('bulk')) continue;
    const body = {
      type: 'object',
      required: input ? ['ids', 'input'] : ['ids'],
      additionalProperties: false,
      properties: {
        ids: { type: 'array', minItems: 1, maxItems: MAX_BULK_RECORDS, items: { type: 'string' } },
        input: input ?? { type: 'object' },
        ...(action.checks && { confirmed: CONFIRMED }),
      },
    };
    paths[`${base}/bulk/${id}`] = {
      post: spec(`${summary}, several`, `${toCamelCase(id)}Many`, {
        body,
        response: ref('BulkDone'),
        errors: [400, 404, 413, 422],
      }),
    };
  }
  if (mayRequireApproval(model))
    paths[`${base}/{id}/approval`] = {
      parameters: [ID],
      get: spec(`Actions that approval rules keep the caller from (${model.title})`, 'approval', {
        response: APPROVAL_RESPONSE,
        errors: [404],
      }),
    };
  return paths;
}

const APPROVAL_RESPONSE: JsonObject = {
  type: 'object',
  required: ['refused'],
  properties: {
    refused: {
      type: 'object',
      description: 'Reasons by action, for actions that would be possible otherwise.',
      additionalProperties: { type: 'string' },
    },
  },
};

const CONFIRMED: JsonObject = {
  description: 'Warnings to confirm: their digests, or all.',
  anyOf: [{ const: 'all' }, { type: 'array', items: { type: 'string' } }],
};

/** The input of an action, or `confirmed` for one with checks, which has no form. */
const withConfirmation = (
  action: ActionModel | undefined,
  input: JsonObject | undefined,
): JsonObject | undefined =>
  action?.checks ? { type: 'object', properties: { confirmed: CONFIRMED } } : input;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const ERRORS = [400, 404, 409, 422];

const bodyOf = (input: JsonObject | undefined): { body: JsonObject; bodyRequired: boolean } => ({
  body: input ?? { type: 'object' },
  bodyRequired: input !== undefined && input['properties'] === undefined,
});

const toCamelCase = (verb: string): string =>
  verb.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function responseSchema(
  model: EntityModel,
  isTransition: boolean,
  { output = {} }: Partial<ActionHandler> = {},
  forms = new Set<string>(),
): JsonObject {
  if (isTransition) return { allOf: [ref(schemaName(model.name)), ref('ShownOnce')] };
  if (typeof output !== 'string') return output;
  return ref(forms.has(output) ? `${schemaName(output)}Form` : schemaName(output));
}
