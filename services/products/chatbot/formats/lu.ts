import type { Entity } from '../../../../schemas/generated/types.ts';
import type { TextFile } from '../../../engine/resources/fileFormat.ts';
import { BotDraft, type DraftEntity } from './draft.ts';
import { ownValue } from './json.ts';
import { parseUtterance } from './luUtterance.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Prebuilt entities of LU files that this console has as system entities. */
const SYSTEM_KINDS: Readonly<Record<string, NonNullable<Entity['system']>>> = {
  number: 'number',
  ordinal: 'number',
  age: 'number',
  datetime: 'date',
  datetimev2: 'date',
  phonenumber: 'phone',
  email: 'email',
};

export const wantsLu = (path: string): boolean =>
  /\.lu$/i.test(path) && !/(?:^|\/)(?:\._|__MACOSX)/.test(path);

/** Reads Microsoft's language understanding files; undefined where there is none with an intent or an entity. */
export async function readLu(files: readonly TextFile[]): Promise<BotDraft | undefined> {
  const isLu = files.some(({ path, text }) => wantsLu(path) && /^[#@$]/m.test(text));
  if (!isLu) return undefined;
  const draft = new BotDraft();
  const all = files.filter(({ path }) => wantsLu(path));
  // Entities first, so that marked words find options that are defined later in the files.
  for (const pass of ['entities', 'intents'] as const)
    for (const file of all) await new LuReader(draft, pass).read(file);
  return draft.finish();
}

/** Reads a file line by line; the meaning of a line depends on the heading above it. */
class LuReader {
  private intent: string | undefined;
  private list: DraftEntity | undefined;
  private option: string | undefined;
  private isSkipped = false;
  private isInCode = false;

  constructor(
    private readonly draft: BotDraft,
    /** What is read in this pass. */
    private readonly pass: 'entities' | 'intents',
  ) {}

  async read({ text }: TextFile): Promise<void> {
    for (const rawLine of text.split(/\r?\n/)) {
      await this.draft.yieldIfDue();
      const line = rawLine.trim();
      if (line.startsWith('```')) this.isInCode = !this.isInCode;
      if (this.isInCode || line === '' || line.startsWith('>') || line.startsWith('```')) continue;
      if (line.startsWith('#')) this.readHeading(line);
      else if (line.startsWith('@')) this.readDefinition(line);
      else if (line.startsWith('$')) this.readLegacyDefinition(line);
      else if (/^[-*+]\s*/.test(line)) this.readItem(line.replace(/^[-*+]\s*/, ''));
      else if (/^\[[^\]]*\]\([^)]*\)/.test(line))
        this.addUnsupported(t('References to other files are not followed; put them into one ZIP'), line);
    }
  }

  /** `# Greeting`; `# ? question` begins a question with an answer. */
  private readHeading(line: string): void {
    const name = line.replace(/^#+\s*/, '').trim();
    this.reset();
    if (name.startsWith('?')) {
      this.isSkipped = true;
      return this.addUnsupported(
        t('Questions with answers (QnA) are left out; make intents and templates of them'),
        name.slice(1).trim(),
      );
    }
    this.intent = name;
    if (this.pass === 'intents') this.draft.addIntent(name);
  }

  private reset(): void {
    [this.intent, this.list, this.option, this.isSkipped] = [undefined, undefined, undefined, false];
  }

  /** `@ list city =`, `@ ml name`, `@ prebuilt number`, `@ regex code = /…/`, `@ city =`. */
  private readDefinition(line: string): void {
    const text = line.slice(1).trim();
    const [type = ''] = text.split(/[\s=]/, 1);
    const remainder = text.slice(type.length).trim();
    this.reset();
    const kind = type.toLowerCase();
    const name = parseName(remainder);
    if (kind === 'list') this.list = this.findOrDefineList(name);
    else if (kind === 'prebuilt') this.readPrebuilt(name);
    else if (kind === 'regex') this.readRegex(name, remainder);
    else if (kind === 'phraselist') this.readPhraseList(name);
    else if (kind === 'composite' || kind === 'patternany') {
      this.isSkipped = true;
      this.addUnsupported(t('Entities of type %{type} have no equivalent', { type }), name);
    } else if (kind === 'intent') this.isSkipped = true;
    else if (kind !== 'ml' && kind !== 'simple') {
      // `@ city =` continues an entity that was defined before.
      const name = parseName(text);
      const known = line.endsWith('=') ? this.draft.findEntity(name) : undefined;
      this.list = known?.format === 'list' ? known : undefined;
      this.isSkipped = this.list === undefined;
    } else this.isSkipped = true;
    if (/\b(?:hasRoles?|usesFeatures?)\b/i.test(remainder))
      this.addUnsupported(t('Roles and features have no equivalent'), name);
  }

  /** Legacy syntax: `$city:bangkok=`, `$name:simple`, `$code:/…/`, `$PREBUILT:number`, `$words:phraseList`. */
  private readLegacyDefinition(line: string): void {
    this.reset();
    const colon = line.indexOf(':');
    if (colon < 0) return;
    const name = line.slice(1, colon).trim();
    const definition = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'prebuilt') this.readPrebuilt(parseName(definition));
    else if (definition.startsWith('/') && definition.endsWith('/')) this.readRegex(name, `= ${definition}`);
    else if (definition.endsWith('=')) {
      this.list = this.findOrDefineList(name);
      this.selectOption(definition.slice(0, -1));
    } else if (/^phraselist/i.test(definition)) this.readPhraseList(name);
    else {
      this.isSkipped = true;
      if (!/^simple/i.test(definition))
        this.addUnsupported(t('Entities made of other entities have no equivalent'), name);
    }
  }

  private findOrDefineList(name: string): DraftEntity | undefined {
    if (name === '') return undefined;
    return this.pass === 'entities' ? this.draft.defineEntity(name) : this.draft.findEntity(name);
  }

  private readPrebuilt(name: string): void {
    this.isSkipped = true;
    const kind = ownValue(SYSTEM_KINDS, name.toLowerCase());
    if (kind === undefined)
      this.addUnsupported(t('Built-in entities that are not known here are left out'), name);
    else if (this.pass === 'entities') this.draft.defineSystemEntity(name, kind);
  }

  private readRegex(name: string, definition: string): void {
    this.isSkipped = true;
    const at = definition.indexOf('/');
    const isComplete = at >= 0 && definition.length > at + 2 && definition.endsWith('/');
    const pattern = isComplete ? definition.slice(at + 1, -1) : undefined;
    if (pattern === undefined) this.addUnsupported(t('Patterns without /…/ are not read'), name);
    else if (this.pass === 'entities') this.draft.addPatterns(name, [pattern]);
  }

  private readPhraseList(name: string): void {
    this.isSkipped = true;
    this.addUnsupported(t('Phrase lists have no equivalent'), name);
  }

  /** Reads a sentence of an intent, or an option of a list and its synonyms. */
  private readItem(text: string): void {
    if (this.isSkipped) return;
    if (this.list) {
      if (text.endsWith(':')) return this.selectOption(text.slice(0, -1));
      const words = text
        .split(/[;,]/)
        .map((one) => one.trim())
        .filter(Boolean);
      if (this.pass !== 'entities') return;
      if (this.option === undefined) for (const word of words) this.draft.addOption(this.list, word);
      else this.draft.addOption(this.list, this.option, words);
      return;
    }
    if (this.intent === undefined || this.pass === 'entities') return;
    const { pieces, isPattern } = parseUtterance(text);
    this.draft.addSample(
      this.intent,
      pieces,
      isPattern ? t('A pattern with {entity} has no words to learn from') : undefined,
    );
  }

  private selectOption(option: string): void {
    this.option = option.trim();
    if (this.list && this.pass === 'entities') this.draft.addOption(this.list, this.option);
  }

  private addUnsupported(what: string, about: string): void {
    if (this.pass === 'intents') this.draft.addUnsupported(what, about);
  }
}

/** The name at the beginning of a definition, which may be quoted. */
const parseName = (text: string): string => {
  const [, quoted, plain = ''] = /^(?:["'](.+?)["']|([^\s=(:]+))/u.exec(text.trim()) ?? [];
  return (quoted ?? plain).trim();
};
