import type { JsonObject } from './json.ts';
import type { Tone } from './field.ts';
import type { Match } from './match.ts';

export interface SortModel {
  field: string;
  order: 'ASC' | 'DESC';
}

/** Tabs over the choices of one field; counts are capped. */
export interface ListTabsModel {
  by: string;
  /** Label of the tab without a filter. */
  all?: string;
  allAt: 'start' | 'end';
  counts: boolean;
  /** The choice in which the list opens; none where the tab with all records is the first one. */
  opens?: string;
  /** Orders of tabs that have one of their own, by choice. */
  sort?: Record<string, SortModel>;
  /** What tabs without a record say, by choice. */
  empty?: Record<string, EmptyTabModel>;
}

export interface EmptyTabModel {
  title: string;
  text: string;
  /** Names of entities to whose lists it leads. */
  links?: string[];
}

/** A line below the name in a row, of those that stand for the record the first. */
export interface RowLineModel {
  text: string;
  when?: Match;
  tone?: Tone;
  /** Id of an action for rows: a button behind the words. */
  action?: string;
}

/** The list of the records that others are below, at the address above. */
export interface ParentsModel {
  title: string;
  columns?: string[];
  under?: RowLineModel[];
  empty?: EmptyTabModel;
}

export interface ListModel {
  /** Columns shown at first, by field name; the chooser offers every field that has a column. */
  columns: string[];
  sort: SortModel;
  /** Fields that `keyword` looks in. */
  search: string[];
  filters: string[];
  where?: Match;
  tabs?: ListTabsModel;
  pageSize: number;
  /** `split`: the list stays beside the record that is open. */
  layout: 'table' | 'cards' | 'split';
  /** People may have a month of it as well: each record on the day of its field `by`, a panel below the chosen day. */
  calendar?: { by: string; day?: PanelModel };
  /** Field whose first picture, or whose person's initials, stand before the name in a row. */
  mark?: string;
  /** Said beside its title: what holds for all of its records together. */
  note?: string;
  /** Field whose picture, or whose record's, stands in its true shape before the name of a high row. */
  picture?: string;
  /** Lines of which one stands below the name. */
  under?: RowLineModel[];
  /** What it says where there is nothing, and nothing was searched for. */
  empty?: EmptyTabModel;
  /** A panel below the rows. */
  below?: PanelModel;
  /** Can be opened beside the list, and stays open over other screens. */
  aside?: PanelModel;
  /** What a record is, drawn beside the list when a row is looked at, in the place of its values. */
  preview?: PanelModel;
  /** A panel between the heading and the rows. */
  above?: PanelModel & {
    /** Only while the list is searched or filtered. */
    narrowed: boolean;
    /** Actions of the list that stand in it rather than in the heading. */
    actions?: string[];
  };
}

/** Something drawn by hand, that the console knows by name. */
export interface PanelModel {
  panel: string;
  label: string;
  /** Says the button that opens it where there is no room beside the form. */
  openLabel?: string;
}

/** A panel that stands beside a list as a tab, at an address of its own. */
export interface PanelTabModel extends PanelModel {
  route: string;
}

/** One row of a form: names that stand side by side. */
export type FormRow = string[];
export interface FormSection {
  title?: string;
  description?: string;
  rows: FormRow[];
  /** Starts closed and mounts when it is opened; `empty`: where none of its fields holds anything. */
  collapsed: boolean | 'empty';
  /** What stands behind the title of a closed one whose fields hold nothing. */
  emptyText?: string;
  /** Stands there only while this holds: the sections that a type of channel brings. */
  when?: Match;
  /** One of the numbered steps in which a record is filled in. */
  step?: boolean;
  /** What is said below its fields, by name, in the place of their own description. */
  help?: Record<string, string>;
  /** Fields without which the step is not done, though a record may be stored without. */
  needed?: string[];
  /** Of a step: what is drawn beside it, by the name that the console knows. */
  picture?: string;
  /** Of a step: the id of an action that is done here, with its result below. */
  action?: string;
}
/** Values that a new record may begin with. */
export interface FormExample {
  label: string;
  /** What it does, in a few words. */
  note?: string;
  values: JsonObject;
}
export interface FormModel {
  layout: 'page' | 'dialog' | 'panes' | 'editor';
  main: FormSection[];
  aside: FormSection[];
  /** Stand beside the whole form and follow what is typed. */
  panels: PanelModel[];
  /** Stand below the fields and follow what is typed. */
  below?: PanelModel[];
  /** What the record says besides, behind its form; fields of the form are only told so once it is stored. */
  summary?: { title: string; description?: string; fields: string[] };
  /** Forms that stand behind one that is a screen of its own, each with a button of its own. */
  after?: { form: string; description?: string }[];
  /** What a new record begins with: what the thing is for, and examples to start from. */
  start?: { description: string; examples: FormExample[] };
  /** Fields that a new record begins with, in a dialog; its page has all the others. */
  create?: string[];
  /** It leads through numbered steps, or has sections with `when`. */
  steps?: true;
}

/** A tab of a record's page. */
export type ShowTab = {
  /** Its name in addresses. */
  id: string;
  label: string;
  icon?: string;
  /** Field whose values are counted beside the label. */
  countField?: string;
} & (
  | { kind: 'fields'; sections: FormSection[] }
  /** Fields that are read and edited in place; a panel may draw how they are read. */
  | { kind: 'edit'; fields: string[]; panel?: string; emptyText?: string }
  /** Records of another entity whose field `by` refers to this record. */
  | { kind: 'list'; entity: string; by: string }
  | { kind: 'panel'; panel: string }
);

/** The page that a record is read on. */
export interface ShowModel {
  /** Field with a picture, beside the title. */
  picture?: string;
  /** Fields in the line below the title. */
  meta: string[];
  /** Fields at the side. */
  aside: string[];
  /** Fields that are copied rather than read. */
  copies: string[];
  /** None: the sections of the form. */
  tabs: ShowTab[];
  /** A site of its own (a product that is outside) where people go on with the record, and the button's words. */
  site?: { product: string; label: string };
  /** A panel above the facts. */
  asideTop?: PanelModel;
  /** A panel between the tabs and the facts, as wide as a phone. */
  middle?: PanelModel & { visibleWhen?: Match };
}

export interface MenuModel {
  /** Group path in the side menu: `chatbot.content`, or `main`. */
  group: string;
  order: number;
  icon: string;
  label: string;
  /** Records of which the entry says how many there are. */
  count?: Match;
}
