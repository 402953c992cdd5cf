import type { FormModel } from './screens.ts';
import type { EntityModel } from './entity.ts';
import type { FieldModel } from './field.ts';
import type { JsonSchema } from './json.ts';
import type { RetiredEntity } from './retired.ts';

/** A form without an entity's storage (`schemas/forms`), with the same fields, rules and messages. */
export interface FormSchemaModel {
  name: string;
  title: string;
  description: string;
  fields: FieldModel[];
  /** Label of the submit button. */
  submit: string;
  /** Its layout, where it has panels, a summary or further forms. */
  form?: FormModel;
  /**
   * Entity whose record the form edits: the person's own (`{path}/me`), whatever their role; or an entity's single
   * record, of which the form is a part.
   */
  of?: string;
  /** Its address where it is a screen of its own, and the entity whose list has it as a tab. */
  tab?: { of?: string; route: string };
  /** Not shown to people: the console does not load it. */
  screen?: false;
  schema: JsonSchema;
}

export interface ProductModel {
  entities: EntityModel[];
  /** Retired entities, and what happens to their records. */
  retired?: RetiredEntity[];
  forms: FormSchemaModel[];
  /** The roles' rights, from `schemas/access.json`. */
  access: AccessTable;
  /** Menu groups in order, from `schemas/menu.json`. */
  menu: MenuGroup[];
  /** The products on the start page, in order. */
  products: ProductEntrance[];
  /** Pages of the guide that entities may name, in order. */
  guides: string[];
  /** Where an unknown address redirects to. */
  landing?: LandingModel;
}
export interface ProductEntrance {
  /** As in `AccessTable.products`. */
  id: string;
  label: string;
  description: string;
  icon?: string;
  /**
   * The menu group with its screens, or its menu entries; the product opens with the first one that the person may see.
   */
  group?: string;
  menuEntries?: string[];
  /** Entities whose latest records its card lists. */
  recentEntities?: string[];
  /** An external site. */
  external?: boolean;
}
/** The page to redirect to once it exists, for people with one of the products; others get the error page. */
interface LandingModel {
  path: string;
  products: string[];
}
export interface MenuGroup {
  /** `chatbot.content` lies inside `chatbot`. */
  id: string;
  label?: string;
  icon?: string;
  order: number;
}

/** Role × resource × operations; the only place where rights are defined. */
export interface AccessTable {
  /** Product → its resources. */
  products: Record<string, string[]>;
  /** Operations that roles may be granted besides read, create, update, delete and the entities' actions. */
  operations?: string[];
  /** Labels and descriptions of products and roles. */
  words?: Record<string, { label: string; description?: string }>;
  /** Role → resource (`chatbot.variable`), or a whole product → operations, or `*` for all. */
  roles: Record<string, Record<string, string[]>>;
}
