import { PARSERS, type Parser } from './parsers.ts';
import { platformAddresses, type PlatformAddress } from './platformAddresses.ts';
import { type Setting, SETTINGS } from './table.ts';

type Value<S> = S extends { parse: Parser<infer T>; fallback: string }
  ? T
  : S extends { parse: Parser<infer T> }
    ? T | undefined
    : never;
export type Settings = { readonly [K in keyof typeof SETTINGS]: Value<(typeof SETTINGS)[K]> } & {
  /** API address of a platform. @throws SettingsError if its variable is not an address */
  readonly addressOf: (platform: PlatformAddress) => string;
};

/** Everything in README's table: the settings and the addresses of platforms. */
export const describedSettings = (): Pick<Setting<unknown>, 'name' | 'fallback' | 'description'>[] => [
  ...Object.values(SETTINGS),
  ...platformAddresses(),
];

/** All problems with the environment, one line each: the variable, what is wrong and what is expected. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads all settings. An absent or empty variable means its fallback.
 * @throws SettingsError listing all problems at once.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const problems: string[] = [];
  const values = Object.entries(SETTINGS).map(([key, one]: [string, Setting<unknown>]) => {
    const outcome = readSetting(one, env);
    if (outcome?.problem !== undefined) problems.push(outcome.problem);
    return [key, outcome?.value];
  });
  const addressOf = (platform: PlatformAddress): string => {
    const outcome = readSetting({ ...platform, parse: PARSERS.url }, env);
    if (outcome?.value === undefined) throw new SettingsError([outcome?.problem ?? platform.name]);
    return outcome.value;
  };
  const settings = { ...Object.fromEntries(values), addressOf } as Settings;
  problems.push(...databaseProblems(settings), ...userPoolProblems(settings), ...filesProblems(settings));
  const reported = new Set(problems.map(variableName));
  problems.push(...backupProblems(settings).filter((problem) => !reported.has(variableName(problem))));
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

const variableName = (problem: string): string | undefined => problem.split(':')[0];

/** Undefined without a value and a fallback. */
function readSetting<T>(
  { name, parse, fallback }: Omit<Setting<T>, 'description'>,
  env: Record<string, string | undefined>,
): { value: T; problem?: never } | { problem: string; value?: never } | undefined {
  const raw = env[name]?.trim() || fallback;
  if (raw === undefined) return undefined;
  const outcome = parse(raw);
  if ('value' in outcome) return { value: outcome.value };
  const shown = /_KEYS?$/.test(name) ? '…' : name.endsWith('_URL') ? raw.replace(/:[^:@/]*@/, ':…@') : raw;
  return { problem: `${name}: "${shown}" ${outcome.fault}; expected ${outcome.expected}` };
}

/** @throws SettingsError naming each invalid address of a platform */
export function checkPlatformAddresses(settings: Settings): void {
  const problems = platformAddresses().flatMap((platform) => {
    try {
      settings.addressOf(platform);
      return [];
    } catch (error) {
      if (error instanceof SettingsError) return error.problems;
      throw error;
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
}

/** Additional addresses of the database need DATABASE_URL, and must differ from it. */
function databaseProblems({ databaseUrl, databaseSessionUrl, databaseReadUrl }: Settings): string[] {
  const { name } = SETTINGS.databaseUrl;
  const further = [
    [SETTINGS.databaseSessionUrl.name, databaseSessionUrl, 'the database itself, past the pooler'],
    [SETTINGS.databaseReadUrl.name, databaseReadUrl, 'a replica of it'],
  ] as const;
  return further.flatMap(([own, address, expected]) => {
    if (address === undefined) return [];
    if (databaseUrl === undefined) return [`${name}: is missing; expected together with ${own}`];
    return address === databaseUrl ? [`${own}: is the same as ${name}; expected ${expected}`] : [];
  });
}

/** A managed pool needs three settings; with one of them missing, the embedded pool would be used silently. */
function userPoolProblems(settings: Settings): string[] {
  const pool = [SETTINGS.userPoolRegion, SETTINGS.userPoolId, SETTINGS.userPoolClientId];
  const given = [settings.userPoolRegion, settings.userPoolId, settings.userPoolClientId];
  if (given.every((value) => value === undefined)) return [];
  return pool
    .filter((_, index) => given[index] === undefined)
    .map(
      ({ name }) => `${name}: is missing; expected together with ${pool.map((one) => one.name).join(', ')}`,
    );
}

/** Keys come in pairs; without the bucket, the local folder would be used silently. */
function filesProblems({
  filesS3Bucket,
  filesS3Endpoint,
  filesS3AccessKey,
  filesS3SecretKey,
}: Settings): string[] {
  const pair = [SETTINGS.filesS3AccessKey.name, SETTINGS.filesS3SecretKey.name] as const;
  const given = [filesS3AccessKey, filesS3SecretKey].filter((key) => key !== undefined).length;
  const missing = filesS3AccessKey === undefined ? pair[0] : pair[1];
  const problems = given === 1 ? [`${missing}: is missing; expected together with ${pair.join(', ')}`] : [];
  if (filesS3Bucket !== undefined || (filesS3Endpoint === undefined && given === 0)) return problems;
  const { name } = SETTINGS.filesS3Bucket;
  return [...problems, `${name}: is missing; expected together with the other FILES_S3_ settings`];
}

/** A backup store needs an encryption key, and access keys in pairs. */
function backupProblems(settings: Settings): string[] {
  const { backupS3Bucket: bucket, backupKey, backupS3AccessKey, backupS3SecretKey } = settings;
  const problems: string[] = [];
  const missing = (name: string, others: string): void => {
    problems.push(`${name}: is missing; expected together with ${others}`);
  };
  if (bucket !== undefined && backupKey === undefined)
    problems.push(
      `${SETTINGS.backupKey.name}: is missing; expected together with ${SETTINGS.backupS3Bucket.name}, ` +
        'as "openssl rand -base64 32" prints it',
    );
  const others = [settings.backupS3Endpoint, settings.backupS3Region, backupS3AccessKey, backupS3SecretKey];
  // BACKUP_KEY may be set alone, to restore a file that was downloaded by other means.
  if (bucket === undefined && others.some((one) => one !== undefined))
    missing(SETTINGS.backupS3Bucket.name, 'the other settings of backups in a store');
  if ((backupS3AccessKey === undefined) !== (backupS3SecretKey === undefined)) {
    const pair = [SETTINGS.backupS3AccessKey.name, SETTINGS.backupS3SecretKey.name] as const;
    missing(backupS3AccessKey === undefined ? pair[0] : pair[1], pair.join(', '));
  }
  return problems;
}
