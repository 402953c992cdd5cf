import type { FormModel } from './screens.ts';
import type { EntityModel } from './entity.ts';
import type { FieldModel } from './field.ts';
import type { JsonSchema } from './json.ts';
import type { RetiredEntity } from './retired.ts';

/** A form that is no entity (`schemas/forms`): the same fields, rules and messages, no storage. */
export interface FormSchemaModel {
  name: string;
  title: string;
  description: string;
  fields: FieldModel[];
  /** Label of the button that sends it. */
  submit: string;
  /** How it stands, where panels stand beside it. */
  form?: FormModel;
  /**
   * Entity whose records people change by this form where they are their own (`{path}/me`), whatever their role; or one
   * with a single record, of which the form is a part.
   */
  of?: string;
  /** Where it is a screen: its address, and the list beside which it stands as a tab. */
  tab?: { of?: string; route: string };
  /** Nobody fills it in: the console does not know it. */
  screen?: false;
  schema: JsonSchema;
}

export interface ProductModel {
  entities: EntityModel[];
  /** Entities that are no longer part of it, and what becomes of their records. */
  retired?: RetiredEntity[];
  forms: FormSchemaModel[];
  /** What the roles may do, from `schemas/access.json`. */
  access: AccessTable;
  /** Menu groups in order, from `schemas/menu.json`. */
  menu: MenuGroup[];
  /** What people choose between, in order. */
  products: ProductEntrance[];
  /** Pages of the guide that screens may open, in order. */
  guides: string[];
  /** Where an address leads that is no screen. */
  landing?: LandingModel;
}
export interface ProductEntrance {
  /** As the rights name it. */
  id: string;
  label: string;
  description: string;
  icon?: string;
  /** Menu group of its screens, or the menu entries that are its screens; it opens with the first there is. */
  group?: string;
  menuEntries?: string[];
  /** Entities whose latest records stand on its card. */
  recentEntities?: string[];
  /** It is a site of its own. */
  external?: boolean;
}
/** The page, once there is one, and the products of which one is needed to be led there rather than to the error page. */
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

/** Role × product resource × operations; the one place where rights are written. */
export interface AccessTable {
  /** Product → its resources. */
  products: Record<string, string[]>;
  /** What roles may be given beside read, create, update, delete and the actions of the entities. */
  operations?: string[];
  /** What products and roles are called, and what a role may do. */
  words?: Record<string, { label: string; description?: string }>;
  /** Role → resource (`chatbot.variable`), or a whole product → operations, or `*` for all. */
  roles: Record<string, Record<string, string[]>>;
}
