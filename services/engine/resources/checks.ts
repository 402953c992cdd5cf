import { createHash } from 'node:crypto';
import type { CheckLevel, CheckResult, ConfirmedWarning } from '../../../schemas/model/responses.ts';
import type { ActionModel, EntityModel, EntityRecord, FieldErrors } from '../../../schemas/model/types.ts';
import type { Principal } from '../http/access.ts';
import { ApiError, malformed } from '../http/errors.ts';
import { inLanguage } from '../http/languages.ts';
import type { CheckFinding } from './actions.ts';
import type { Services } from './services.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** For all checks of an action together; a check that takes longer becomes a warning. */
const CHECKS_TIMEOUT_MS = 20_000;
/** In responses. */
const MAX_DETAILS_PER_CHECK = 20;
const timeoutFinding = (): CheckFinding => ({
  level: 'warning',
  text: t('This could not be checked in time.'),
});
const failureFinding = (): CheckFinding => ({ level: 'warning', text: t('This could not be checked.') });

/** A finding in the current language and, if it can be rendered again, in English for its digest. */
function renderFinding(finding: CheckFinding | (() => CheckFinding)): {
  localized: CheckFinding;
  english: CheckFinding;
} {
  const render = typeof finding === 'function' ? finding : () => finding;
  return { localized: render(), english: inLanguage(undefined, render) };
}

/** The warnings that a caller confirms: their digests, or all. */
export type Confirmation = readonly string[] | 'all';

type CheckOutcome = CheckResult & { fields?: FieldErrors };

/**
 * Runs the checks of an action in parallel; results are in the order of the schema. A check that throws or times out
 * becomes a warning, so that it is neither ignored nor blocks the action for good.
 */
async function runChecks(
  { actions, onError }: Services,
  model: EntityModel,
  { id: action, checks = [] }: ActionModel,
  record: EntityRecord,
  user: Principal,
): Promise<CheckOutcome[]> {
  const controller = new AbortController();
  const { signal } = controller;
  const timedOut = new Promise<typeof timeoutFinding>((resolve) =>
    signal.addEventListener('abort', () => resolve(timeoutFinding), { once: true }),
  );
  const timer = setTimeout(() => controller.abort(), CHECKS_TIMEOUT_MS);
  const runCheck = async (id: string): Promise<CheckOutcome[]> => {
    const check = actions.findCheck(model.name, id);
    if (!check) throw new Error(`No module has the check ${id} of ${model.name}`);
    const run = async (): ReturnType<typeof check.run> => check.run({ record, action, user, signal });
    const result = run()
      .then((found) => found && renderFinding(found))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        return renderFinding(failureFinding);
      });
    const finding = await Promise.race([result, timedOut.then(renderFinding)]);
    if (!finding) return [];
    const { details, digestKey: _, ...found } = finding.localized;
    const firstDetails = details && { details: details.slice(0, MAX_DETAILS_PER_CHECK) };
    const digest = found.level === 'warning' && { digest: digestOf(record, id, finding.english) };
    return [{ id, label: t(check.label), ...found, ...firstDetails, ...digest }];
  };
  try {
    return (await Promise.all(checks.map(runCheck))).flat();
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Identifies a warning of a record with its texts: once they change, it has to be confirmed again. */
function digestOf(
  { id }: EntityRecord,
  check: string,
  { text, details = [], digestKey }: CheckFinding,
): string {
  const confirmedTexts =
    digestKey === undefined ? [text, ...details.map((detail) => detail.text)] : [digestKey];
  return createHash('sha256')
    .update(JSON.stringify([id, check, ...confirmedTexts]))
    .digest('base64url');
}

const withoutFields = ({ fields: _, ...result }: CheckOutcome): CheckResult => result;

/** Runs the checks of an action and returns all their results. */
export async function listCheckResults(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  user: Principal,
): Promise<CheckResult[]> {
  return (await runChecks(services, model, action, record, user)).map(withoutFields);
}

/**
 * Runs the checks again before the action is executed, whatever the console has shown.
 * @returns the warnings that were confirmed
 * @throws ApiError 422 with `checks`: the blockers, otherwise the unconfirmed warnings
 */
export async function assertChecksPass(
  services: Services,
  model: EntityModel,
  action: ActionModel,
  record: EntityRecord,
  user: Principal,
  confirmed: Confirmation,
): Promise<ConfirmedWarning[]> {
  const outcomes = await runChecks(services, model, action, record, user);
  const resultsOfLevel = (level: CheckLevel): CheckOutcome[] =>
    outcomes.filter((result) => result.level === level);
  const blockers = resultsOfLevel('stop');
  if (blockers.length > 0)
    throw new ApiError(422, 'INVALID', blockers.map(({ text }) => text).join(' '), {
      fields: Object.assign({}, ...blockers.map(fieldsOf)) as FieldErrors,
      checks: blockers.map(withoutFields),
    });
  const warnings = resultsOfLevel('warning');
  const unconfirmed = warnings.filter(
    ({ digest }) => confirmed !== 'all' && (digest === undefined || !confirmed.includes(digest)),
  );
  if (unconfirmed.length > 0)
    throw new ApiError(
      422,
      'INVALID',
      t('Confirm first: %{open}', {
        open: unconfirmed.map(({ label, text }) => `${label}: ${text}`).join(' '),
      }),
      { checks: unconfirmed.map(withoutFields) },
    );
  return warnings.map(({ id, label, text }) => ({ id, label, text }));
}

const fieldsOf = ({ fields, details = [] }: CheckOutcome): FieldErrors =>
  fields ?? Object.fromEntries(details.flatMap(({ at, text }) => (at === undefined ? [] : [[at, text]])));

/**
 * Splits `confirmed` from the input of an action that has checks.
 * @throws ApiError 400 if it is neither `all` nor a list of digests
 */
export function extractConfirmation(
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
