import { mayRequireApproval } from '../../../../schemas/model/approval.ts';
import { isForPeople } from '../../../../schemas/model/lifecycle.ts';
import type { ActionModel, EntityModel, JsonObject } from '../../../../schemas/model/types.ts';
import type { ActionHandler, ActionRegistry } from '../actions.ts';
import { MAX_BULK } from '../operations.ts';
import { ref, schemaName } from './components.ts';
import { ID, query, type Spec } from './operation.ts';

const EXPECTED_VERSION = query(
  'version',
  { type: 'integer', minimum: 0 },
  'The version that the person saw; another one in the meantime is told with 409.',
);

/**
 * The addresses of an entity's verbs and transitions.
 * @param base address of the collection
 * @param forms names of the forms that ask for input
 * @param known what is described already, to which other methods of the same address are added
 */
export function actionPaths(
  model: EntityModel,
  base: string,
  actions: ActionRegistry,
  forms: Set<string>,
  spec: Spec,
  known: Record<string, JsonObject>,
): Record<string, JsonObject> {
  const paths: Record<string, JsonObject> = {};
  const inputOf = (form: string | undefined): JsonObject | undefined =>
    form !== undefined && forms.has(form) ? ref(`${schemaName(form)}Form`) : undefined;
  for (const { verb, handler } of actions.handlersOf(model.name)) {
    const action = model.actions.find(({ id }) => id === verb);
    const ofRecord = handler.on === 'record';
    const path = ofRecord ? `${base}/{id}/${verb}` : `${base}/${verb}`;
    const method = (handler.method ?? 'POST').toLowerCase();
    const input = withConfirmation(action, inputOf(action?.input ?? handler.input));
    const sent =
      method === 'get'
        ? { parameters: input ? [{ ...query('input', input), style: 'form', explode: true }] : [] }
        : { ...bodyOf(input), parameters: ofRecord && method === 'post' ? [EXPECTED_VERSION] : [] };
    paths[path] = {
      ...known[path],
      ...paths[path],
      ...(ofRecord && { parameters: [ID] }),
      [method]: spec(
        `${action?.label ?? verb} (${model.title})`,
        method === 'post' ? wordsOf(verb) : method + wordsOf(verb),
        {
          ...sent,
          answer: answerOf(model, action?.transition !== undefined, handler, forms),
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
        post: spec(`${summary}: what stands in the way`, `check${capital(wordsOf(id))}`, {
          answer: {
            type: 'object',
            required: ['checks'],
            properties: { checks: { type: 'array', items: ref('CheckResult') } },
          },
          errors: ERRORS,
        }),
      };
    if (transition && !paths[path]) {
      const answer = answerOf(model, true);
      const post = spec(summary, wordsOf(id), {
        ...bodyOf(withConfirmation(action, input)),
        parameters: [EXPECTED_VERSION],
        answer,
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
        ids: { type: 'array', minItems: 1, maxItems: MAX_BULK, items: { type: 'string' } },
        input: input ?? { type: 'object' },
        ...(action.checks && { confirmed: CONFIRMED }),
      },
    };
    paths[`${base}/bulk/${id}`] = {
      post: spec(`${summary}, several`, `${wordsOf(id)}Many`, {
        body,
        answer: ref('BulkDone'),
        errors: [400, 404, 413, 422],
      }),
    };
  }
  if (mayRequireApproval(model))
    paths[`${base}/{id}/approval`] = {
      parameters: [ID],
      get: spec(`What rules of approval keep the caller from (${model.title})`, 'approval', {
        answer: REFUSED,
        errors: [404],
      }),
    };
  return paths;
}

const REFUSED: JsonObject = {
  type: 'object',
  required: ['refused'],
  properties: {
    refused: {
      type: 'object',
      description: 'Sentences that say why not, by the action that would be possible otherwise.',
      additionalProperties: { type: 'string' },
    },
  },
};

const CONFIRMED: JsonObject = {
  description: 'Warnings of the checks that are confirmed: their digests, or whichever there are.',
  anyOf: [{ const: 'all' }, { type: 'array', items: { type: 'string' } }],
};

/** The body of an action that has checks; such an action has no form. */
const withConfirmation = (
  action: ActionModel | undefined,
  input: JsonObject | undefined,
): JsonObject | undefined =>
  action?.checks ? { type: 'object', properties: { confirmed: CONFIRMED } } : input;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const ERRORS = [400, 404, 409, 422];

const bodyOf = (input: JsonObject | undefined): { body: JsonObject; bodyRequired: boolean } => ({
  body: input ?? { type: 'object' },
  bodyRequired: input !== undefined && input['properties'] === undefined,
});

const wordsOf = (verb: string): string =>
  verb.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function answerOf(
  model: EntityModel,
  isTransition: boolean,
  { output = {} }: Partial<ActionHandler> = {},
  forms = new Set<string>(),
): JsonObject {
  if (isTransition) return { allOf: [ref(schemaName(model.name)), ref('ShownOnce')] };
  if (typeof output !== 'string') return output;
  return ref(forms.has(output) ? `${schemaName(output)}Form` : schemaName(output));
}
