import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { markedPieces } from '../../../../schemas/model/markedText.ts';
import { BotDraft, type Piece } from './draft.ts';
import { baseName, asObject, asObjects, ownValue, parseJson, asText, asTexts, type Foreign } from './json.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** System entities of Botpress that this console has too. */
const SYSTEM_KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  'system.number': 'number',
  'system.ordinal': 'number',
  'system.time': 'date',
  'system.date': 'date',
  'system.phoneNumber': 'phone',
  'system.email': 'email',
};

export const wantsBotpress = (path: string): boolean =>
  /(?:^|\/)(?:intents|entities|qna)\/[^/]+\.json$/i.test(path) && !/(?:^|\/)\._/.test(path);

/** The intents and entities of a Botpress v12 bot; undefined where there are none in the files. */
export async function readBotpress(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const draft = new BotDraft();
  const readFolder = async (folder: string): Promise<{ file: TextFile; content: Foreign }[]> => {
    const contents = [];
    for (const file of files.filter(({ path }) => path.toLowerCase().split('/').at(-2) === folder)) {
      contents.push({ file, content: asObject(parseJson(file)) });
      await draft.yieldIfDue();
    }
    return contents;
  };
  const intents = (await readFolder('intents')).filter(({ content }) => 'utterances' in content);
  const entities = (await readFolder('entities')).filter(
    ({ content }) => 'occurrences' in content || 'pattern' in content,
  );
  if (intents.length + entities.length === 0) return undefined;
  for (const { file, content } of entities)
    await readEntity(draft, asText(content['name']) || baseName(file.path), content);
  for (const { file, content } of intents) {
    const name = asText(content['name']) || baseName(file.path);
    // Botpress generates an intent for each of its questions with answers.
    if (name.startsWith('__qna__')) continue;
    draft.addIntent(name);
    const slots = new Map(asObjects(content['slots']).map((slot) => [asText(slot['name']), slot]));
    for (const sentences of Object.values(asObject(content['utterances'])))
      for (const sentence of asTexts(sentences)) {
        draft.addSample(name, toPieces(draft, sentence, slots));
        await draft.yieldIfDue();
      }
    const contexts = asTexts(content['contexts']).filter((context) => context !== 'global');
    if (contexts.length > 0)
      draft.addUnsupported(t('Contexts have no equivalent'), `${name} (${contexts.join(', ')})`);
  }
  const questions = (await readFolder('qna')).length;
  if (questions > 0)
    draft.addUnsupported(
      t('Questions with answers (%{count}) are left out; make intents and templates of them', {
        count: questions,
      }),
    );
  return draft.finish();
}

async function readEntity(draft: BotDraft, name: string, content: Foreign): Promise<void> {
  if (content['type'] === 'pattern') {
    draft.addPatterns(name, [asText(content['pattern'])]);
    if (content['matchCase'] === true)
      draft.addUnsupported(t('Whether capitals count in a pattern is not taken over'), name);
    return;
  }
  const entity = draft.defineEntity(name);
  for (const { name: option, synonyms } of asObjects(content['occurrences'])) {
    draft.addOption(entity, asText(option), asTexts(synonyms));
    await draft.yieldIfDue();
  }
}

/** Parses `Ship to [Chiang Mai](destination)`: the mark names a slot, whose entities the words may be. */
function toPieces(draft: BotDraft, sentence: string, slots: ReadonlyMap<string, Foreign>): Piece[] {
  return markedPieces(sentence).map(({ text, name }) => {
    if (name === undefined) return { text };
    const types = asTexts(slots.get(name)?.['entities']).map((type) =>
      type.replace(/^custom\.(?:list\.|pattern\.)?/, ''),
    );
    const [entityName] = types.filter((type) => type !== 'any' && !type.startsWith('system.'));
    if (entityName !== undefined) {
      if (types.length > 1) draft.addUnsupported(t('Of the entities of a slot the first is taken'), name);
      return { text, entity: entityName };
    }
    const [type] = types.filter((one) => one.startsWith('system.'));
    const kind = type === undefined ? undefined : ownValue(SYSTEM_KINDS, type);
    if (type !== undefined && kind === undefined) {
      draft.addUnsupported(
        t('Marks of values that are not recognised here become plain words'),
        `${name} (${type})`,
      );
      return { text };
    }
    if (kind !== undefined) draft.defineSystemEntity(name, kind, true);
    return { text, entity: name };
  });
}
