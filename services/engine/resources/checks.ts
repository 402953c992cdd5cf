import { createHash } from 'node:crypto';
import type { CheckLevel, CheckResult, ConfirmedWarning } from '../../../schemas/model/responses.ts';
import type { ActionModel, EntityModel, EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import type { Principal } from '../http/access.ts';
import { ApiError, malformed } from '../http/errors.ts';
import { inLanguage } from '../http/languages.ts';
import type { CheckFinding } from './actions.ts';
import type { Services } from './services.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** Milliseconds for all checks of an action together; one that takes longer becomes a warning. */
const MAX_CHECKS_MS = 20_000;
/** Details of one check that are answered. */
const MAX_DETAILS = 20;
const tooLong = (): CheckFinding => ({ level: 'warning', text: t('This could not be checked in time.') });
const failed = (): CheckFinding => ({ level: 'warning', text: t('This could not be checked.') });

/** A finding in the language that holds and, where it can be said anew, in English. */
function said(finding: CheckFinding | (() => CheckFinding)): { spoken: CheckFinding; english: CheckFinding } {
  const say = typeof finding === 'function' ? finding : () => finding;
  return { spoken: say(), english: inLanguage(undefined, say) };
}

/** Warnings that a caller confirms: their digests, or whichever there are. */
export type Confirmation = readonly string[] | 'all';

type Checked = CheckResult & { fields?: FieldErrors };

/**
 * Makes the checks of an action, all at once, in the order of the schema. A check that fails or takes too long is a
 * warning, so that nothing goes unseen and nobody is held up for good.
 */
async function makeChecks(
  { actions, onFault }: Services,
  model: EntityModel,
  { id: action, checks = [] }: ActionModel,
  record: EntityRecord,
  user: Principal,
): Promise<Checked[]> {
  const ending = new AbortController();
  const { signal } = ending;
  const late = new Promise<typeof tooLong>((resolve) =>
    signal.addEventListener('abort', () => resolve(tooLong), { once: true }),
  );
  const timer = setTimeout(() => ending.abort(), MAX_CHECKS_MS);
  const one = async (id: string): Promise<Checked[]> => {
    const check = actions.findCheck(model.name, id);
    if (!check) throw new Error(`No module has the check ${id} of ${model.name}`);
    const run = async (): ReturnType<typeof check.run> => check.run({ record, action, user, signal });
    const made = run()
      .then((found) => found && said(found))
      .catch((error: unknown) => {
        if (!signal.aborted) onFault(error);
        return said(failed);
      });
    const finding = await Promise.race([made, late.then(said)]);
    if (!finding) return [];
    const { details, holdsFor: _, ...found } = finding.spoken;
    const first = details && { details: details.slice(0, MAX_DETAILS) };
    const digest = found.level === 'warning' && { digest: digestOf(record, id, finding.english) };
    return [{ id, label: t(check.label), ...found, ...first, ...digest }];
  };
  try {
    return (await Promise.all(checks.map(one))).flat();
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** What stands for a warning of a record as it was read: another sentence, or another fault in it, has to be confirmed too. */
function digestOf(
  { id }: EntityRecord,
  check: string,
  { text, details = [], holdsFor }: CheckFinding,
): string {
  const said = holdsFor === undefined ? [text, ...details.map((detail) => detail.text)] : [holdsFor];
  return createHash('sha256')
    .update(JSON.stringify([id, check, ...said]))
    .digest('base64url');
}

const withoutFields = ({ fields: _, ...result }: Checked): CheckResult => result;

/** What stands in the way of an action, and what the person has to confirm before it. */
export async function listChecks(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  user: Principal,
): Promise<CheckResult[]> {
  return (await makeChecks(services, model, action, record, user)).map(withoutFields);
}

/**
 * Makes the checks again when the action is done: the console is not asked what it showed.
 * @returns the warnings that were confirmed
 * @throws ApiError 422 with `checks`: those that stop it, else the warnings that are not confirmed
 */
export async function assertChecked(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  user: Principal,
  confirmed: Confirmation,
): Promise<ConfirmedWarning[]> {
  const made = await makeChecks(services, model, action, record, user);
  const of = (level: CheckLevel): Checked[] => made.filter((result) => result.level === level);
  const stops = of('stop');
  if (stops.length > 0)
    throw new ApiError(422, 'INVALID', stops.map(({ text }) => text).join(' '), {
      fields: Object.assign({}, ...stops.map(fieldsOf)) as FieldErrors,
      checks: stops.map(withoutFields),
    });
  const warnings = of('warning');
  const open = warnings.filter(
    ({ digest }) => confirmed !== 'all' && (digest === undefined || !confirmed.includes(digest)),
  );
  if (open.length > 0)
    throw new ApiError(
      422,
      'INVALID',
      t('Confirm first: %{open}', { open: open.map(({ label, text }) => `${label}: ${text}`).join(' ') }),
      { checks: open.map(withoutFields) },
    );
  return warnings.map(({ id, label, text }) => ({ id, label, text }));
}

const fieldsOf = ({ fields, details = [] }: Checked): FieldErrors =>
  fields ?? Object.fromEntries(details.flatMap(({ at, text }) => (at === undefined ? [] : [[at, text]])));

/**
 * Takes `confirmed` out of what was sent with an action that has checks.
 * @throws ApiError 400 for what is neither `all` nor a list of digests
 */
export function takeConfirmation(
  { checks }: Pick<ActionModel, 'checks'>,
  input: Record<string, unknown>,
): { confirmed: Confirmation; input: Record<string, unknown> } {
  if (!checks) return { confirmed: [], input };
  const { confirmed = [], ...rest } = input;
  const isList = Array.isArray(confirmed) && confirmed.every((digest) => typeof digest === 'string');
  if (confirmed !== 'all' && !isList)
    throw malformed(t('"confirmed" must be "all" or a list of the digests of warnings'));
  return { confirmed, input: rest };
}
