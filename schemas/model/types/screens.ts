import type { JsonObject } from './json.ts';
import type { Tone } from './field.ts';
import type { Match } from './match.ts';

export interface SortModel {
  field: string;
  order: 'ASC' | 'DESC';
}

/** Tabs of a list, one per choice of a field; counts are capped. */
export interface ListTabsModel {
  by: string;
  /** Label of the tab without a filter. */
  all?: string;
  allAt: 'start' | 'end';
  counts: boolean;
  /** The choice whose tab opens first; undefined where that is the tab with all records. */
  opens?: string;
  /** Sort orders of single tabs, by choice. */
  sort?: Record<string, SortModel>;
  /** Empty states of tabs, by choice. */
  empty?: Record<string, EmptyTabModel>;
}

export interface EmptyTabModel {
  title: string;
  text: string;
  /** Entities whose lists it links to. */
  links?: string[];
}

/** A line below the name in a row; of several the first whose `when` holds is shown. */
export interface RowLineModel {
  text: string;
  when?: Match;
  tone?: Tone;
  /** Row action shown as a button after the text. */
  action?: string;
}

/** A list of parent records, at the child list's address without its parameter. */
export interface ParentsModel {
  title: string;
  columns?: string[];
  under?: RowLineModel[];
  empty?: EmptyTabModel;
}

export interface ListModel {
  /** Columns shown by default, by field name; people can add every field that has a column. */
  columns: string[];
  sort: SortModel;
  /** Fields that `keyword` searches. */
  search: string[];
  filters: string[];
  where?: Match;
  tabs?: ListTabsModel;
  pageSize: number;
  /** `split`: the list beside the open record. */
  layout: 'table' | 'cards' | 'split';
  /** A month calendar as another view: records on the day of their field `by`, with a panel below the chosen day. */
  calendar?: { by: string; day?: PanelModel };
  /** Field whose first picture, or whose person's initials, are the avatar before the name in a row. */
  mark?: string;
  /** A note beside the list's title. */
  note?: string;
  /** Field with the thumbnail (its own picture, or that of the referenced record), uncropped, in taller rows. */
  picture?: string;
  /** Candidates for the line below the name. */
  under?: RowLineModel[];
  /** Empty state, where nothing is searched or filtered. */
  empty?: EmptyTabModel;
  /** A panel below the rows. */
  below?: PanelModel;
  /** A panel that can be opened beside the list and stays open on other screens. */
  aside?: PanelModel;
  /** A preview of a row's record beside the list, in place of its values. */
  preview?: PanelModel;
  /** A panel between the heading and the rows. */
  above?: PanelModel & {
    /** Only while the list is searched or filtered. */
    narrowed: boolean;
    /** List actions shown in the panel rather than in the heading. */
    actions?: string[];
  };
}

/** A hand-written panel that the console has registered under this name. */
export interface PanelModel {
  panel: string;
  label: string;
  /** Label of the button that opens it, where there is no room beside the form. */
  openLabel?: string;
}

/** A panel as a tab of a list, at an address of its own. */
export interface PanelTabModel extends PanelModel {
  route: string;
}

/** One row of a form: names of fields side by side. */
export type FormRow = string[];
export interface FormSection {
  title?: string;
  description?: string;
  rows: FormRow[];
  /** Starts collapsed and mounts when expanded; `empty`: only while none of its fields has a value. */
  collapsed: boolean | 'empty';
  /** Text after the title of a collapsed section whose fields are empty. */
  emptyText?: string;
  /** Shown only while this holds: for sections of a channel type. */
  when?: Match;
  /** One of the numbered steps of a form. */
  step?: boolean;
  /** Helper texts by field, instead of their descriptions. */
  help?: Record<string, string>;
  /** Fields that the step needs to be complete, though a record can be stored without. */
  needed?: string[];
  /** Of a step: name of a registered illustration beside it. */
  picture?: string;
  /** Of a step: id of an action to run here, with its result below. */
  action?: string;
}
/** Example values for a new record. */
export interface FormExample {
  label: string;
  /** A short description. */
  note?: string;
  values: JsonObject;
}
export interface FormModel {
  layout: 'page' | 'dialog' | 'panes' | 'editor';
  main: FormSection[];
  aside: FormSection[];
  /** Beside the whole form; updated while typing. */
  panels: PanelModel[];
  /** Below the fields; updated while typing. */
  below?: PanelModel[];
  /** Read-only fields after the form; fields that the form edits show their stored value. */
  summary?: { title: string; description?: string; fields: string[] };
  /** Further forms after a form that is a screen, each with its own submit button. */
  after?: { form: string; description?: string }[];
  /** Start of a new record: the purpose, and examples to start from. */
  start?: { description: string; examples: FormExample[] };
  /** Fields of the create dialog; the record's page has the others. */
  create?: string[];
  /** It has numbered steps, or sections with `when`. */
  steps?: true;
}

/** A tab of a record's page. */
export type ShowTab = {
  /** Its id in addresses. */
  id: string;
  label: string;
  icon?: string;
  /** Field whose number of values is shown beside the label. */
  countField?: string;
} & (
  | { kind: 'fields'; sections: FormSection[] }
  /** Fields edited in place; a panel may draw their read view. */
  | { kind: 'edit'; fields: string[]; panel?: string; emptyText?: string }
  /** Records of another entity whose field `by` refers to this record. */
  | { kind: 'list'; entity: string; by: string }
  | { kind: 'panel'; panel: string }
);

/** The read-only page of a record. */
export interface ShowModel {
  /** Field with a picture, beside the title. */
  picture?: string;
  /** Fields in the line below the title. */
  meta: string[];
  /** Fields in the side panel. */
  aside: string[];
  /** Fields with a copy button instead of their value. */
  copies: string[];
  /** Empty: the sections of the form. */
  tabs: ShowTab[];
  /** An external site (a product with `external`) to continue with the record, and the button's label. */
  site?: { product: string; label: string };
  /** A panel above the side panel's fields. */
  asideTop?: PanelModel;
  /** A phone-wide panel between the tabs and the side panel. */
  middle?: PanelModel & { visibleWhen?: Match };
}

export interface MenuModel {
  /** Group path in the side menu: `chatbot.content`, or `main`. */
  group: string;
  order: number;
  icon: string;
  label: string;
  /** Records whose number the entry shows. */
  count?: Match;
}
