import { describe } from 'vitest';
import { testEachGivesOneProblem, noteSchema, list, noteSchemaWithPage } from './testMistakes.ts';

describe('one mistake in a screen gives one problem, at its place', () => {
  testEachGivesOneProblem([
    [
      'what is said of an empty section that is never closed',
      noteSchema({ form: { main: [{ title: 'A', emptyText: 'Nobody', fields: ['name'] }] } }),
      '/x-entity/form/main/0/emptyText: has no effect without "collapsed"',
    ],
    [
      'a sentence for the failure of nothing',
      noteSchema({ failures: { load: 'Failed to load', delet: 'Failed to delete' } }),
      '/x-entity/failures/delet: unknown action "delet"; did you mean "delete"?',
    ],
    [
      'a resource for the screens that there is none of',
      noteSchema({ access: { read: ['chatbot.variable'], screens: ['chatbot.varable'] } }),
      '/x-entity/access/screens/0: unknown resource "chatbot.varable"; did you mean "chatbot.variable"?',
    ],
    [
      'a page of the guide for no screen',
      noteSchema({ guide: 'segments' }),
      '/x-entity/guide: has no effect without a "route"',
    ],
    [
      'an example for a field that there is none of',
      noteSchema({ form: { examples: [{ label: 'Short', values: { kin: 'short' } }] } }),
      '/x-entity/form/examples/0/values: unknown field "kin"; did you mean "kind"?',
    ],
    [
      'examples where there is no room for them',
      noteSchema({ form: { layout: 'dialog', examples: [{ label: 'Short', values: { kind: 'short' } }] } }),
      '/x-entity/form/examples: a dialog has no room for examples; the form must be a page',
    ],
    [
      'a field that a new record begins with, and that there is none of',
      noteSchema({ form: { create: ['name', 'kin'] } }),
      '/x-entity/form/create: unknown field "kin"; did you mean "kind"?',
    ],
    [
      'a new record without a field that it needs',
      noteSchema({ form: { create: ['kind'] } }, {}, { required: ['name'] }),
      '/x-entity/form/create: "name" is required, and missing here',
    ],
    [
      'a new record without a field that it may need by what is chosen in it',
      noteSchema(
        { form: { create: ['name', 'kind'] } },
        { size: { type: 'string', 'x-field': { requiredWhen: { kind: 'long' } } } },
      ),
      '/x-entity/form/create: "size" may be required by "kind", and is missing here',
    ],
    [
      'the same by a path from the root',
      noteSchema(
        { form: { create: ['name', 'kind'] } },
        { size: { type: 'string', 'x-field': { requiredWhen: { '/kind': 'long' } } } },
      ),
      '/x-entity/form/create: "size" may be required by "/kind", and is missing here',
    ],
    [
      'a new record without a field that a default makes it need',
      noteSchema(
        { form: { create: ['name'] } },
        {
          mode: { enum: ['a', 'b'], default: 'a' },
          size: { type: 'string', 'x-field': { requiredWhen: { mode: 'a' } } },
        },
      ),
      '/x-entity/form/create: "size" is required, and missing here',
    ],
    [
      'a dialog that a new record begins with before another dialog',
      noteSchema({ form: { layout: 'dialog', create: ['name'] } }),
      '/x-entity/form/create: only a page has more than a new record begins with',
    ],
    [
      'steps of a record that is not stored',
      noteSchema({ form: { main: [{ step: true, title: 'Name', fields: ['name'] }] } }),
      '/x-entity/form/main/0/step: steps need a stored record: the form says in "create" what one begins with',
    ],
    [
      'a field placed twice',
      noteSchema({ form: { main: [{ fields: ['name'] }], aside: [{ fields: ['name'] }] } }),
      '/x-entity/form/aside/0/fields: "name" is placed twice',
    ],
    [
      'a panel placed twice',
      noteSchema({ form: { aside: [{ panel: 'reach' }, { panel: 'preview' }, { panel: 'reach' }] } }),
      '/x-entity/form/aside/2/panel: "reach" is placed twice',
    ],
    [
      'a word of a panel',
      noteSchema({ form: { aside: [{ panel: 'reach', lable: 'Reach' }] } }),
      '/x-entity/form/aside/0/lable: unknown keyword "lable"; did you mean "label"?',
    ],
    [
      'a section beside panels',
      noteSchema({ form: { aside: [{ panel: 'reach' }, { fields: ['nam'] }] } }),
      '/x-entity/form/aside/1/fields: unknown field "nam"; did you mean "name"?',
    ],
    [
      'a panel beside a dialog',
      noteSchema({ form: { layout: 'dialog', aside: [{ panel: 'reach' }] } }),
      '/x-entity/form/aside/0: a dialog has no room beside it; the form must be a page',
    ],
    [
      'a list beside the record of which a dialog is opened over',
      noteSchema({ route: '/notes', form: { layout: 'dialog' }, list: { layout: 'split' } }),
      '/x-entity/list/layout: a dialog over the list leaves no record beside it',
    ],
    [
      'a record beside a list that is nowhere',
      noteSchema({ list: { layout: 'split' } }),
      '/x-entity/list/layout: has no effect without a "route"',
    ],
    [
      'a panel beside the tabs of a page, for records by a field that there is not',
      noteSchema({
        route: { list: '/notes', show: '/notes/:id' },
        show: { middle: { panel: 'talk', visibleWhen: { nmae: { exists: true } } } },
      }),
      '/x-entity/show/middle/visibleWhen: unknown field "nmae"; did you mean "name"?',
    ],
    [
      'an empty list that leads to a list that there is not',
      noteSchema({
        route: { list: '/notes' },
        list: { empty: { title: 'No notes', text: 'They stand here.', links: ['nota'] } },
      }),
      '/x-entity/list/empty/links/0: unknown entity with a list "nota"; did you mean "note"?',
    ],
    [
      'a word of a panel beside the tabs of a page',
      noteSchema({
        route: { list: '/notes', show: '/notes/:id' },
        show: { middle: { panel: 'talk', lable: 'Talk' } },
      }),
      '/x-entity/show/middle/lable: unknown keyword "lable"; did you mean "label"?',
    ],
    [
      'a panel without a name above the facts',
      noteSchema({ route: { list: '/notes', show: '/notes/:id' }, show: { asideTop: { label: 'Seen' } } }),
      '/x-entity/show/asideTop: "panel" is missing',
    ],
    [
      'an action in a panel above a list that the list does not have',
      noteSchema({ list: { above: { panel: 'training', actions: ['trian'] } } }),
      '/x-entity/list/above/actions/0: unknown action of the list "trian"',
    ],
    [
      'a word of a panel above a list',
      noteSchema({ list: { above: { panel: 'training', lable: 'Training' } } }),
      '/x-entity/list/above/lable: unknown keyword "lable"; did you mean "label"?',
    ],
    [
      'a mark of rows that is no field',
      noteSchema({ list: { mark: 'nam' } }),
      '/x-entity/list/mark: unknown mark of rows "nam"; did you mean "name"?',
    ],
    [
      'a calendar by a field that is not there',
      noteSchema({ list: { calendar: { by: 'createdOn' }, filters: ['createdAt'] } }),
      '/x-entity/list/calendar/by: unknown calendar field "createdOn"; did you mean "createdAt"?',
    ],
    [
      'a calendar by what is no day',
      noteSchema({ list: { calendar: { by: 'name' }, filters: ['name'] } }),
      '/x-entity/list/calendar/by: "name" cannot be a calendar field: it is no day and no moment',
    ],
    [
      'a picture of rows that is text',
      noteSchema({ list: { picture: 'name' } }),
      '/x-entity/list/picture: "name" cannot be a picture of rows: it is no picture and no reference',
    ],
    [
      'a line below names with a strange field',
      noteSchema({ list: { under: [{ text: '{{nam}}' }] } }),
      '/x-entity/list/under/0/text: unknown field "nam"; did you mean "name"?',
    ],
    [
      'a line below names for records by a strange field',
      noteSchema({ list: { under: [{ text: 'New', when: { nam: 'a' } }] } }),
      '/x-entity/list/under/0/when: unknown field "nam"; did you mean "name"?',
    ],
    [
      'a line below names with a strange action',
      noteSchema({ list: { under: [{ text: 'Broken', action: 'mend' }] } }),
      '/x-entity/list/under/0/action: unknown action for rows "mend"',
    ],
    [
      'a dialog about what nobody knows',
      noteSchema({ dialogs: [{ panel: 'taps', reads: 'not' }] }),
      '/x-entity/dialogs/0/reads: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a calendar by what lists are not filtered by',
      noteSchema({ list: { calendar: { by: 'createdAt' } } }),
      '/x-entity/list/calendar/by: "createdAt" must be one of the "filters", by which a month is asked for',
    ],
    [
      'a word of a calendar',
      noteSchema({ list: { calendar: { by: 'createdAt', pannel: {} }, filters: ['createdAt'] } }),
      '/x-entity/list/calendar/pannel: unknown keyword "pannel"',
    ],
    [
      'a panel beside a list by a strange name',
      noteSchema({ list: { aside: { panel: 'Bot tester' } } }),
      '/x-entity/list/aside/panel: must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"',
    ],
    [
      "a record's page that has no address",
      noteSchema({ route: '/notes', show: { meta: ['name'] } }),
      '/x-entity/show: leads nowhere: there is no "route.show"',
    ],
    [
      'a field below the title',
      noteSchemaWithPage({ meta: ['nmae'] }),
      '/x-entity/show/meta/0: unknown field "nmae"; did you mean "name"?',
    ],
    [
      'a fact',
      noteSchemaWithPage({ aside: ['name', 'createdOn'] }),
      '/x-entity/show/aside/1: unknown field "createdOn"; did you mean "createdAt"?',
    ],
    [
      'a picture that is none',
      noteSchemaWithPage({ picture: 'up' }),
      '/x-entity/show/picture: unknown field with a picture "up"',
    ],
    [
      'a site that is none',
      noteSchemaWithPage({ site: { product: 'chatbot', label: 'Open' } }),
      '/x-entity/show/site/product: unknown product outside "chatbot"',
    ],
    [
      'a tab without content',
      noteSchemaWithPage({ tabs: [{ label: 'Details' }] }),
      '/x-entity/show/tabs/0: a tab has either "sections", or "list", or "panel", or "edit"',
    ],
    [
      'a tab with two contents',
      noteSchemaWithPage({ tabs: [{ label: 'Details', panel: 'x', sections: [{ fields: ['*'] }] }] }),
      '/x-entity/show/tabs/0: a tab has either "sections", or "list", or "panel", or "edit"',
    ],
    [
      'what a tab counts',
      noteSchemaWithPage({ tabs: [{ label: 'Details', panel: 'x', countField: 'name' }] }),
      '/x-entity/show/tabs/0/countField: unknown field with several values "name"',
    ],
    [
      'a field in a tab',
      noteSchemaWithPage({ tabs: [{ label: 'Details', sections: [{ fields: ['name', 'knid'] }] }] }),
      '/x-entity/show/tabs/0/sections/0/fields: unknown field "knid"; did you mean "kind"?',
    ],
    [
      'the entity of a tab',
      noteSchemaWithPage({ tabs: [{ label: 'Notes', list: { entity: 'not', by: 'up' } }] }),
      '/x-entity/show/tabs/0/list/entity: unknown entity "not"; did you mean "note"?',
    ],
    [
      'a field that leads elsewhere',
      noteSchemaWithPage({ tabs: [{ label: 'Notes', list: { entity: 'note', by: 'upp' } }] }),
      '/x-entity/show/tabs/0/list/by: unknown field that refers to note "upp"; did you mean "up"?',
    ],
    [
      'the sign of a tab',
      noteSchemaWithPage({ tabs: [{ label: 'Notes', icon: 'histroy', panel: 'x' }] }),
      '/x-entity/show/tabs/0/icon: unknown icon "histroy"; did you mean "history"?',
    ],
    [
      'a grid of what fits into no cell',
      list({ type: 'object', properties: { c: { type: 'string' } } }, { widget: 'grid' }),
      '/properties/a/x-field/widget: a grid has no cell for "b" of type object',
    ],
  ]);
});

describe('one mistake about the guide gives one problem', () => {
  testEachGivesOneProblem(
    [
      [
        'a page that menu.json does not name',
        noteSchema({ route: '/notes', guide: 'broadcast' }),
        '/x-entity/guide: unknown page of the guide "broadcast"; did you mean "broadcasts"?',
      ],
    ],
    { file: 'menu.json', content: { groups: [{ id: 'main' }], guides: ['broadcasts', 'segments'] } },
  );
});
