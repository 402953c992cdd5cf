import { setImmediate as nextTick } from 'node:timers/promises';
import { foldText } from '../../../../schemas/understanding/normalise.ts';
import type { Entity } from '../../../../schemas/generated/types.ts';
import { listText } from '../../../../schemas/model/listText.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** A part of a sentence; a marked one names its entity as the file does. */
export interface Piece {
  text: string;
  entity?: string;
  /** The option that the words mean, if the file says so. */
  value?: string;
}

export interface DraftSample {
  text: string;
  /** Why it cannot be imported. */
  fault?: string;
}

export interface DraftEntity {
  name: string;
  format: NonNullable<Entity['format']>;
  pattern?: string;
  system?: Entity['system'];
  /** Names of options with their synonyms. */
  options: Map<string, Set<string>>;
  /** Options by their names and synonyms, folded. */
  byWord: Map<string, string>;
  /** Not defined in the file, only known from marked words. */
  isLearned: boolean;
  /** A system entity that is only known from marked words. */
  isMarked?: boolean;
}

/** Limits of the schemas: samples per intent, synonyms per option, characters per name. */
const MAX_SAMPLES = 100;
const MAX_SYNONYMS = 20;
const MAX_NAME_CHARS = 100;
/** Time of reading after which the event loop gets a turn. */
const YIELD_MS = 25;
const MAX_PATTERNS_PER_ENTITY = 100;
/** A pattern of this length gets no more alternatives: it is refused anyway. */
const MAX_PATTERN_CHARS = 2_000;
const MAX_NAMES_PER_NOTE = 5;

/** `a, b and 3 more`. */
export function summarizeNames(words: Iterable<string>): string {
  const all = [...new Set(words)];
  const names = listText(all.slice(0, MAX_NAMES_PER_NOTE));
  return all.length > MAX_NAMES_PER_NOTE
    ? t('%{names} and %{count} more', { names, count: all.length - MAX_NAMES_PER_NOTE })
    : names;
}

/** Maps names of another program to unique valid ones: what is no letter, digit, `_` or `-` becomes an underscore. */
class NameMapper {
  private readonly names = new Map<string, string>();
  /** How often a name was wanted. */
  private readonly timesWanted = new Map<string, number>();
  readonly renamed: string[] = [];

  map(original: string): string {
    const known = this.names.get(original);
    if (known !== undefined) return known;
    const words = original.normalize('NFC').split(/[^\p{L}\p{M}\p{N}_-]+/u);
    const clean = words.filter(Boolean).join('_');
    const short = [...clean].slice(0, MAX_NAME_CHARS - 3).join('');
    let name = short;
    for (let nth = this.timesWanted.get(short) ?? 0; this.timesWanted.has(name); nth += 1) {
      name = `${short}_${nth + 1}`;
      this.timesWanted.set(short, nth + 1);
    }
    this.timesWanted.set(name, Math.max(this.timesWanted.get(name) ?? 0, 1));
    this.names.set(original, name);
    if (name !== original) this.renamed.push(t('“%{foreign}” is %{name}', { foreign: original, name }));
    return name;
  }
}

/** The bot of another program's file, as this one can have it, with notes on what it cannot have. */
export class BotDraft {
  readonly intents = new Map<string, DraftSample[]>();
  readonly entities = new Map<string, DraftEntity>();
  private readonly intentNames = new NameMapper();
  private readonly entityNames = new NameMapper();
  /** Keys of an intent's accepted samples, for finding repetitions. */
  private readonly acceptedKeys = new WeakMap<DraftSample[], Set<string>>();
  private lastYieldAt = performance.now();
  private readonly unsupported = new Map<string, Set<string>>();
  private readonly markedWords = new Map<string, Map<string, Set<string>>>();

  /** Adds an intent, even without samples. @returns its name here */
  addIntent(foreign: string): string {
    const name = this.intentNames.map(foreign);
    if (!this.intents.has(name)) this.intents.set(name, []);
    return name;
  }

  /** Gives the event loop a turn, if the last one is some time ago. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.lastYieldAt < YIELD_MS) return;
    await nextTick();
    this.lastYieldAt = performance.now();
  }

  /** Adds a sample to an intent, with entities as `[Chiang Mai](city)`. @param fault why it cannot be imported */
  addSample(intent: string, pieces: readonly Piece[], fault?: string): void {
    const samples = this.intents.get(this.addIntent(intent)) ?? [];
    // A sample beyond the limit adds no words to entities.
    const accepted = this.acceptedKeys.get(samples) ?? new Set();
    this.acceptedKeys.set(samples, accepted);
    const isFull = accepted.size >= MAX_SAMPLES;
    const text = pieces
      .map((piece) => this.markEntity(piece, !isFull))
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (text === '') return;
    // The import reports repetitions; they do not count towards the limit.
    const key = text.normalize('NFC').toLowerCase();
    const countFault =
      isFull && !accepted.has(key)
        ? t('An intent has at most %{most} samples', { most: MAX_SAMPLES })
        : undefined;
    const sampleFault = fault ?? countFault;
    if (sampleFault === undefined) accepted.add(key);
    samples.push({ text, ...(sampleFault !== undefined && { fault: sampleFault }) });
  }

  /** Defines an entity, or returns the one that is defined already. */
  defineEntity(foreign: string, format: DraftEntity['format'] = 'list'): DraftEntity {
    const name = this.entityNames.map(foreign);
    const known = this.entities.get(name);
    if (known) return known;
    const entity: DraftEntity = { name, format, options: new Map(), byWord: new Map(), isLearned: false };
    this.entities.set(name, entity);
    return entity;
  }

  findEntity(foreign: string): DraftEntity | undefined {
    return this.entities.get(this.entityNames.map(foreign));
  }

  addOption(entity: DraftEntity, name: string, synonyms: readonly string[] = []): void {
    const option = name.trim();
    if (option === '') return;
    // Options are compared without case: “Amazon” is added to “amazon”.
    const word = foldText(option);
    const known = entity.byWord.get(word);
    const optionName = known !== undefined && foldText(known) === word ? known : option;
    const synonymSet = entity.options.get(optionName) ?? new Set();
    entity.options.set(optionName, synonymSet);
    entity.byWord.set(word, optionName);
    for (const synonym of synonyms.map((one) => one.trim())) {
      if (foldText(synonym) === foldText(option) || synonym === '' || synonymSet.has(synonym)) continue;
      if ([...synonym].length < 2)
        this.addUnsupported(t('Synonyms of one character are left out'), `${option}: ${synonym}`);
      else if (synonymSet.size >= MAX_SYNONYMS)
        this.addUnsupported(
          t('Of an option only %{most} synonyms are kept', { most: MAX_SYNONYMS }),
          `${entity.name} ${option}`,
        );
      else {
        synonymSet.add(synonym);
        if (!entity.byWord.has(foldText(synonym))) entity.byWord.set(foldText(synonym), optionName);
      }
    }
  }

  /** Drops an entity that is only known from marked words, before it is defined in another way. */
  dropLearned(foreign: string): void {
    const known = this.findEntity(foreign);
    if (known?.isLearned) this.entities.delete(known.name);
  }

  /** Adds patterns to an entity, as alternatives. */
  addPatterns(foreign: string, patterns: readonly string[]): void {
    const entity = this.defineEntity(foreign, 'regex');
    const patternList = [...(entity.pattern === undefined ? [] : [entity.pattern]), ...patterns].slice(
      0,
      MAX_PATTERNS_PER_ENTITY,
    );
    if (patterns.length >= MAX_PATTERNS_PER_ENTITY)
      this.addUnsupported(
        t('Of the patterns of an entity only %{most} are taken', { most: MAX_PATTERNS_PER_ENTITY }),
        foreign,
      );
    if ((entity.pattern?.length ?? 0) > MAX_PATTERN_CHARS) return;
    entity.pattern =
      patternList.length === 1 ? patternList[0] : patternList.map((pattern) => `(?:${pattern})`).join('|');
  }

  /** Defines a system entity, such as a date. @param isMarked it is only known from marked words */
  defineSystemEntity(foreign: string, kind: NonNullable<Entity['system']>, isMarked = false): void {
    const isNew = this.findEntity(foreign) === undefined;
    const entity = this.defineEntity(foreign, 'system');
    entity.system = kind;
    if (isNew && isMarked) entity.isMarked = true;
  }

  /** Notes something that has no equivalent here. @param about what the note names, such as an intent */
  addUnsupported(what: string, about?: string): void {
    const names = this.unsupported.get(what) ?? new Set();
    if (about !== undefined) names.add(about);
    this.unsupported.set(what, names);
  }

  /** Turns entities that are only marked into lists of the marked words, and adds marked words to defined lists. */
  async finish(): Promise<this> {
    for (const [foreign, words] of this.markedWords) {
      await this.yieldIfDue();
      const isKnown = this.entities.has(this.entityNames.map(foreign));
      const entity = this.defineEntity(foreign);
      entity.isLearned = !isKnown;
      if (entity.format === 'list')
        for (const [option, synonyms] of words) {
          if (!isKnown || synonyms.size > 0) this.addOption(entity, option, [...synonyms]);
          await this.yieldIfDue();
        }
    }
    return this;
  }

  /** Notes shown beside the preview of the import. */
  notes(): string[] {
    const learned = [...this.entities.values()].filter(({ isLearned }) => isLearned);
    const empty = [...this.intents].filter(([, samples]) => samples.length === 0).map(([name]) => name);
    const renamed = [...this.intentNames.renamed, ...this.entityNames.renamed];
    const unsupportedNotes = [...this.unsupported].map(([text, names]) =>
      names.size > 0 ? `${text}: ${summarizeNames(names)}.` : `${text}.`,
    );
    return [
      ...(renamed.length > 0
        ? [
            t('Names have letters, digits, underscore and hyphen only here, so %{renamed}.', {
              renamed: summarizeNames(renamed),
            }),
          ]
        : []),
      ...(learned.length > 0
        ? [
            t('Known there only from marked words, so here lists of these words: %{entities}.', {
              entities: summarizeNames(learned.map(({ name }) => name)),
            }),
          ]
        : []),
      ...(empty.length > 0
        ? [t('Without samples, so left out: %{intents}.', { intents: summarizeNames(empty) })]
        : []),
      ...unsupportedNotes,
    ];
  }

  private markEntity({ text, entity, value }: Piece, isAccepted: boolean): string {
    const words = text.trim();
    if (entity === undefined || words === '') return text;
    if (/[[\]]/.test(words)) {
      this.addUnsupported(t('Words with square brackets cannot be marked'), words);
      return text;
    }
    if (isAccepted) this.learnOption(entity, words, value);
    const before = text.slice(0, text.length - text.trimStart().length);
    const after = text.slice(text.trimEnd().length);
    return `${before}[${words}](${this.entityNames.map(entity)})${after}`;
  }

  /** Adds marked words as an option of the entity, or as a synonym of one. */
  private learnOption(entity: string, words: string, value?: string): void {
    const options = this.markedWords.get(entity) ?? new Map<string, Set<string>>();
    this.markedWords.set(entity, options);
    const option = (value ?? this.findOption(entity, words) ?? words).trim();
    const synonyms = options.get(option) ?? new Set();
    options.set(option, synonyms);
    if (words !== option) synonyms.add(words);
  }

  /** Finds the option of an entity that has these words as its name or synonym. */
  private findOption(foreign: string, words: string): string | undefined {
    return this.findEntity(foreign)?.byWord.get(foldText(words));
  }
}
