import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { BotDraft, type Piece } from './draft.ts';
import {
  baseName,
  asList,
  asObject,
  asObjects,
  ownValue,
  parseJson,
  asText,
  asTexts,
  type Foreign,
} from './json.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** System entities of Dialogflow that this console has too. */
const SYSTEM_KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  '@sys.number': 'number',
  '@sys.number-integer': 'number',
  '@sys.cardinal': 'number',
  '@sys.date': 'date',
  '@sys.date-time': 'date',
  '@sys.date-period': 'date',
  '@sys.phone-number': 'phone',
  '@sys.email': 'email',
};

const UTTERANCES_FILE = /_usersays_[a-z]{2,3}(?:-[a-z0-9]+)?\.json$/i;
const ENTRIES_FILE = /_entries_[a-z]{2,3}(?:-[a-z0-9]+)?\.json$/i;

export const wantsDialogflow = (path: string): boolean =>
  /(?:^|\/)(?:agent\.json|(?:intents|entities)\/[^/]+\.json)$/i.test(path);

/** The export of a Dialogflow ES agent; undefined where there is none in the files. */
export async function readDialogflow(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const isAgent = files.some(
    ({ path }) => /(?:^|\/)agent\.json$/i.test(path) || UTTERANCES_FILE.test(path) || ENTRIES_FILE.test(path),
  );
  if (!isAgent) return undefined;
  const draft = new BotDraft();
  const filesIn = (folder: string): TextFile[] =>
    files.filter(({ path }) => path.toLowerCase().split('/').at(-2) === folder);
  await readEntities(draft, filesIn('entities'));
  const names = new Map<string, string>();
  for (const file of filesIn('intents').filter(({ path }) => !UTTERANCES_FILE.test(path))) {
    const intent = asObject(parseJson(file));
    const name = asText(intent['name']) || baseName(file.path);
    names.set(file.path.replace(/\.json$/i, ''), name);
    draft.addIntent(name);
    await readUtterances(draft, name, intent['userSays']);
    addUnsupportedParts(draft, name, intent);
  }
  for (const file of filesIn('intents').filter(({ path }) => UTTERANCES_FILE.test(path))) {
    const base = file.path.replace(UTTERANCES_FILE, '');
    await readUtterances(draft, names.get(base) ?? baseName(base), parseJson(file));
  }
  return draft.finish();
}

async function readEntities(draft: BotDraft, files: readonly TextFile[]): Promise<void> {
  const definitions = new Map<string, Foreign>();
  for (const file of files.filter(({ path }) => !ENTRIES_FILE.test(path))) {
    definitions.set(file.path.replace(/\.json$/i, ''), asObject(parseJson(file)));
    await draft.yieldIfDue();
  }
  const entries = new Map<string, Foreign[]>();
  for (const file of files.filter(({ path }) => ENTRIES_FILE.test(path))) {
    const base = file.path.replace(ENTRIES_FILE, '');
    entries.set(base, [...(entries.get(base) ?? []), ...asObjects(parseJson(file))]);
    await draft.yieldIfDue();
  }
  for (const base of new Set([...definitions.keys(), ...entries.keys()])) {
    const definition = definitions.get(base) ?? {};
    const name = asText(definition['name']) || baseName(base);
    const values = [...asObjects(definition['entries']), ...(entries.get(base) ?? [])];
    if (definition['isRegexp'] === true) {
      draft.addPatterns(name, values.map(({ value }) => asText(value)).filter(Boolean));
      continue;
    }
    const entity = draft.defineEntity(name);
    for (const { value, synonyms } of values) {
      await draft.yieldIfDue();
      const isComposite = [asText(value), ...asTexts(synonyms)].some((text) =>
        /@[\p{L}\p{N}._-]+:/u.test(text),
      );
      if (isComposite)
        draft.addUnsupported(
          t('Options made of other entities have no equivalent'),
          `${name} ${asText(value)}`,
        );
      else draft.addOption(entity, asText(value), asTexts(synonyms));
    }
    if (definition['automatedExpansion'] === true)
      draft.addUnsupported(t('Entities that take other words than their options have no equivalent'), name);
  }
}

async function readUtterances(draft: BotDraft, intent: string, utterances: unknown): Promise<void> {
  // Even for a file without sentences.
  await draft.yieldIfDue();
  for (const { data, isTemplate } of asObjects(utterances)) {
    await draft.yieldIfDue();
    const pieces = asObjects(data).map((part) => toPiece(draft, part));
    const text = pieces.map((piece) => piece.text).join('');
    const isPattern = isTemplate === true || /@[\p{L}\p{N}._-]+:[\p{L}\p{N}_-]+/u.test(text);
    draft.addSample(
      intent,
      pieces,
      isPattern ? t('A template with @entity has no words to learn from') : undefined,
    );
  }
}

function toPiece(draft: BotDraft, { text, meta, alias }: Foreign): Piece {
  const words = asText(text);
  const type = asText(meta);
  if (type === '' || type === '@sys.ignore') return { text: words };
  const kind = ownValue(SYSTEM_KINDS, type);
  const name = type.replace(/^@/, '');
  if (kind !== undefined) draft.defineSystemEntity(name, kind, true);
  else if (type.startsWith('@sys.')) {
    draft.addUnsupported(
      t('Marks of values that are not recognised here become plain words'),
      `${type} ${asText(alias)}`.trim(),
    );
    return { text: words };
  }
  return { text: words, entity: name };
}

/** Notes the parts of an intent that have no equivalent here. */
function addUnsupportedParts(draft: BotDraft, name: string, intent: Foreign): void {
  const responses = asObjects(intent['responses']);
  const isFilled = (key: string): boolean => responses.some((one) => asList(one[key]).length > 0);
  const hasResponses = responses
    .flatMap(({ messages }) => asObjects(messages))
    .some(({ speech, type }) =>
      Array.isArray(speech)
        ? speech.length > 0
        : asText(speech) !== '' || (type !== undefined && type !== '0'),
    );
  if (hasResponses) draft.addUnsupported(t('Answers are left out; make templates and mappers of them'), name);
  if (asList(intent['contexts']).length > 0 || isFilled('affectedContexts'))
    draft.addUnsupported(t('Contexts have no equivalent'), name);
  if (responses.some((one) => asObjects(one['parameters']).some(({ required }) => required === true)))
    draft.addUnsupported(t('Questions for required parameters are left out; ask them in mappers'), name);
  if (asList(intent['events']).length > 0) draft.addUnsupported(t('Events have no equivalent'), name);
}
