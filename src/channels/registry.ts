import { entityByName, hasEntity } from '../resources/product.ts';
import { customMark } from './custom/mark.ts';
import { facebookMark } from './facebook/mark.ts';
import { lineMark } from './line/mark.ts';
import type {
  ChannelMarkDefinition,
  ChannelType,
  ChannelTypeView,
  PhoneDefinition,
  StepPictures,
} from './types.ts';
import { webchatMark } from './webchat/mark.ts';

/**
 * The marks of the built-in types, which come with the first list; their phones come with the first screen that draws
 * one (`phones.ts`). A type that one of the two tables lacks fails the type check.
 */
const MARKS: Record<ChannelType, ChannelMarkDefinition> = {
  LINE: lineMark,
  FACEBOOK: facebookMark,
  WEBCHAT: webchatMark,
  CUSTOM: customMark,
};

const marks = new Map<string, ChannelMarkDefinition>(Object.entries(MARKS));
const registeredPhones = new Map<string, PhoneDefinition>();
const pictures: StepPictures[] = [];

/**
 * Adds the console's side of a type of channel from outside this folder: a test's, or an extension's. Call it where
 * pages and panels are registered (`CUSTOM_DIR`), before the console is drawn. Records may have the type once
 * `schemas` knows it.
 * @throws Error for a type that is registered already
 */
export function registerChannelType({ type, mark, phone, pictures: own }: ChannelTypeView): void {
  if (marks.has(type)) throw new Error(`The channel type ${type} is registered already.`);
  marks.set(type, mark);
  registeredPhones.set(type, phone);
  if (own) pictures.push(own);
}

/** The mark of a type; undefined for one that nobody has registered. */
export const channelMarkOf = (type: string): ChannelMarkDefinition | undefined => marks.get(type);

/** The phone of a type that was registered from outside; `phoneOf` knows the built-in ones too. */
export const registeredPhoneOf = (type: string): PhoneDefinition | undefined => registeredPhones.get(type);

/** The pictures of the types that were registered from outside; `pictureNamed` knows the built-in ones too. */
export const registeredPictures = (): readonly StepPictures[] => pictures;

/** The choices that a channel's type has in the compiled product, in their order. */
const choices = (): { value: string; label: string }[] => {
  const fields = hasEntity('channel') ? entityByName('channel').fields : [];
  const field = fields.find(({ name }) => name === 'type');
  return (field?.choices ?? []).map(({ value, label }) => ({ value: String(value), label }));
};

/** The product's types of channel, in their order. */
export const channelTypes = (): string[] => choices().map(({ value }) => value);

/** What a type is called; the type itself where the product has no such type. */
export const channelLabelOf = (type: string): string =>
  choices().find(({ value }) => value === type)?.label ?? type;

/** Asserts that every type of the product has its console side. @throws Error that names those that lack it */
export function assertChannelTypes(): void {
  const missing = channelTypes().filter((type) => !marks.has(type));
  if (missing.length > 0)
    throw new Error(`No registerChannelType (src/channels/registry.ts) for ${missing.join(', ')}`);
}
