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
 * The marks of the built-in types, which are part of the first list's code; their phones are fetched with the first
 * screen that draws one (`phones.ts`). A type that either table lacks fails the type check.
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
 * Registers a channel type from outside this folder: of a test, or of an extension. Call it where pages and panels are
 * registered (`CUSTOM_DIR`), before the console is rendered. Records may have the type once `schemas` has it.
 * @throws Error for a type that is already registered
 */
export function registerChannelType({ type, mark, phone, pictures: own }: ChannelTypeView): void {
  if (marks.has(type)) throw new Error(`The channel type ${type} is registered already.`);
  marks.set(type, mark);
  registeredPhones.set(type, phone);
  if (own) pictures.push(own);
}

/** The mark of a type; undefined for one that is not registered. */
export const channelMarkOf = (type: string): ChannelMarkDefinition | undefined => marks.get(type);

/** The phone of a type registered from outside; `phoneOf` also finds the built-in ones. */
export const registeredPhoneOf = (type: string): PhoneDefinition | undefined => registeredPhones.get(type);

/** The pictures of the types registered from outside; `pictureNamed` also finds the built-in ones. */
export const registeredPictures = (): readonly StepPictures[] => pictures;

/** The choices of a channel's type in the compiled product, in their order. */
const choices = (): { value: string; label: string }[] => {
  const fields = hasEntity('channel') ? entityByName('channel').fields : [];
  const field = fields.find(({ name }) => name === 'type');
  return (field?.choices ?? []).map(({ value, label }) => ({ value: String(value), label }));
};

/** The product's channel types, in their order. */
export const channelTypes = (): string[] => choices().map(({ value }) => value);

/** The label of a type; the type itself where the product does not have it. */
export const channelLabelOf = (type: string): string =>
  choices().find(({ value }) => value === type)?.label ?? type;

/** Asserts that every channel type of the product is registered. @throws Error that names those that are not */
export function assertChannelTypes(): void {
  const missing = channelTypes().filter((type) => !marks.has(type));
  if (missing.length > 0)
    throw new Error(`No registerChannelType (src/channels/registry.ts) for ${missing.join(', ')}`);
}
