import { expect } from '@playwright/test';
import { choose, chooseKind, pick, type EntityScenario } from './entityScenario.ts';

/** Scenarios of all entities whose records can be created on a screen. */
export const ENTITY_SCENARIOS: EntityScenario[] = [
  {
    entity: 'variable',
    path: '/chatbot/bot-variable',
    heading: 'Variables',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'campaign.admin',
    dialog: true,
    title: (mark) => `a_variable_${mark}`,
    search: 'brand_name',
    missing: ['Name is required', 'Value is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      await form.getByLabel('Value').fill('สวัสดี <b>& "more"</b>');
    },
    change: (form) => form.getByLabel('Value').fill('another value'),
    changed: (form) => expect(form.getByLabel('Value')).toHaveValue('another value'),
  },
  {
    entity: 'entity',
    path: '/chatbot/entity',
    heading: 'Entities',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'campaign.admin',
    dialog: false,
    title: (mark) => `an_entity_${mark}`,
    search: 'size',
    missing: ['Name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      await form.getByRole('textbox', { name: 'Value', exact: true }).fill('Large');
      await form.getByRole('combobox', { name: 'Synonyms' }).fill('ใหญ่,big,');
    },
    change: (form) => form.getByRole('switch', { name: 'Auto detect' }).click(),
    changed: (form) => expect(form.getByRole('switch', { name: 'Auto detect' })).toBeChecked(),
  },
  {
    entity: 'channel',
    path: '/channel-management',
    heading: 'Channels',
    role: 'cim.admin',
    reader: 'cim.user',
    stranger: 'chatbot.admin',
    dialog: true,
    changedOnPage: true,
    title: (mark) => `A channel ${mark}`,
    search: 'vip',
    missing: ['Channel name is required', 'Type is required'],
    fill: async (form, title) => {
      await form.getByLabel('Channel name').fill(title);
      await form.getByRole('button', { name: 'LINE', exact: true }).click();
    },
    change: async (form) => {
      await form.getByLabel('Channel id').fill('2006418831');
      await form.getByLabel('Access token').fill('a-token-that-nobody-knows');
    },
    changed: (form) => expect(form.getByLabel('Channel id')).toHaveValue('2006418831'),
  },
  {
    entity: 'team',
    path: '/members/teams',
    heading: 'Teams',
    role: 'cim.admin',
    reader: 'cim.user',
    stranger: 'chatbot.admin',
    dialog: true,
    title: (mark) => `A team ${mark}`,
    search: 'care',
    missing: ['Team name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Team name').fill(title);
      await form.getByLabel('Department').fill('Care');
      await choose(form, 'Members', /./);
    },
    change: (form) => form.getByLabel('Department').fill('Sales'),
    changed: (form) => expect(form.getByLabel('Department')).toHaveValue('Sales'),
  },
  {
    entity: 'profile',
    path: '/audience',
    heading: 'Audience',
    role: 'campaign.admin',
    reader: 'campaign.moderator',
    stranger: 'cim.admin',
    dialog: false,
    title: (mark) => `คุณ ทดสอบ ${mark}`,
    search: 'tara',
    missing: ['Display name is required', 'Channel is required', 'External ID is required'],
    fill: async (form, title) => {
      await form.getByLabel('Display name').fill(title);
      await choose(form, 'Channel', /./);
      await form.getByLabel('External ID').fill(title);
    },
    change: async (form) => {
      await form.getByRole('combobox', { name: 'Custom tags' }).fill('ลูกค้า/vip,');
    },
    changed: (form) => expect(form.getByText('ลูกค้า/vip')).toBeVisible(),
  },
  {
    entity: 'template',
    path: '/chatbot/template',
    heading: 'Templates',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'cim.admin',
    dialog: false,
    title: (mark) => `a_template_${mark}`,
    search: 'welcome',
    missing: ['Name is required', 'Please check completeness'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      await form.getByRole('button', { name: 'Add message' }).click();
      await form.page().getByRole('menuitem', { name: /^Text/ }).click();
      await form.getByRole('textbox', { name: 'Text' }).fill('Hello {{bot_name}}');
    },
    change: (form) => form.getByRole('textbox', { name: 'Text' }).fill('Good morning'),
    changed: (form) => expect(form.getByText('Good morning').first()).toBeVisible(),
  },
  {
    entity: 'message-template',
    path: '/campaign/template',
    heading: 'Message templates',
    role: 'campaign.admin',
    reader: 'campaign.moderator',
    stranger: 'chatbot.admin',
    dialog: false,
    title: (mark) => `a_message_${mark}`,
    search: 'early',
    missing: ['Name is required', 'Please check completeness'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      await form.getByRole('button', { name: 'Add message' }).click();
      await form.page().getByRole('menuitem', { name: /^Text/ }).click();
      await form.getByRole('textbox', { name: 'Text' }).fill('Hello {{bot_name}}');
    },
    change: (form) => form.getByRole('textbox', { name: 'Text' }).fill('Good morning'),
    changed: (form) => expect(form.getByText('Good morning').first()).toBeVisible(),
  },
  {
    entity: 'segment',
    path: '/campaign/segment',
    heading: 'Segments',
    role: 'campaign.admin',
    reader: 'campaign.moderator',
    stranger: 'cim.admin',
    dialog: false,
    title: (mark) => `A segment ${mark}`,
    search: 'vip',
    missing: ['Name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').first().fill(title);
      await form.getByRole('button', { name: 'Message count' }).click();
      await form.getByLabel('Messages').fill('3');
    },
    change: (form) => form.getByLabel('Messages').fill('4'),
    changed: (form) => expect(form.getByLabel('Messages')).toHaveValue('4'),
  },
  {
    entity: 'chat-ad',
    path: '/campaign/chatads',
    heading: 'Line ChatAds',
    role: 'campaign.admin',
    reader: 'campaign.moderator',
    stranger: 'chatbot.admin',
    dialog: false,
    title: (mark) => `An ad ${mark}`,
    search: 'silk',
    missing: ['Name is required', 'Channel is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name', { exact: true }).fill(title);
      await choose(form, 'Channel', /./);
      await form.getByLabel('Topic name').fill(title);
      await choose(form, 'Template', /./);
      await form.getByRole('combobox', { name: 'Trigger keywords' }).fill(`${title.slice(-20)},`);
    },
    change: (form) => form.getByRole('switch', { name: 'Active' }).click(),
    changed: (form) => expect(form.getByRole('switch', { name: 'Active' })).not.toBeChecked(),
  },
  {
    entity: 'intent',
    path: '/chatbot/intent',
    heading: 'Intents',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'cim.admin',
    dialog: false,
    title: (mark) => `an_intent_${mark}`,
    search: 'greeting',
    missing: ['Name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      const sample = (at: number) => form.getByRole('textbox', { name: `sample ${at}`, exact: true });
      await sample(1).fill(`I want a ${title}`);
      await sample(1).press('Enter');
      await sample(2).fill(`ขอ ${title} หน่อยค่ะ`);
    },
    change: (form) =>
      form
        .getByLabel('Name')
        .press('End')
        .then(() => form.getByLabel('Name').press('x')),
    changed: (form) => expect(form.getByLabel('Name')).toHaveValue(/x$/),
  },
  {
    entity: 'test-sentence',
    path: '/chatbot/intent/tests',
    heading: 'Test sentences',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'cim.admin',
    dialog: true,
    title: (mark) => `what does ${mark} cost`,
    search: 'a',
    missing: ['Sentence is required', 'Intent is required'],
    fill: async (form, title) => {
      await form.getByLabel('Sentence').fill(title);
      await form.getByRole('combobox', { name: 'Intent' }).click();
      await form.page().getByRole('option').first().click();
    },
    change: (form) =>
      form
        .getByLabel('Sentence')
        .press('End')
        .then(() => form.getByLabel('Sentence').press('?')),
    changed: (form) => expect(form.getByLabel('Sentence')).toHaveValue(/\?$/),
  },
  {
    entity: 'chat-logic',
    path: '/chatbot/chatlogic',
    heading: 'Chatlogic',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'chatbot.editor',
    dialog: false,
    title: (mark) => `A rule ${mark}`,
    search: 'a',
    missing: ['Name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').fill(title);
      await chooseKind(form, 'Type of then', 'Hand off');
    },
    change: (form) => form.getByRole('switch', { name: 'Active' }).click(),
    changed: (form) => expect(form.getByRole('switch', { name: 'Active' })).not.toBeChecked(),
  },
  {
    entity: 'flow',
    path: '/chatbot/chatlogic/flows',
    heading: 'Flows',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'chatbot.editor',
    dialog: false,
    title: (mark) => `a_flow_${mark}`,
    search: 'fitting',
    missing: ['Name is required'],
    fill: async (form, title) => {
      await form.getByLabel('Name').first().fill(title);
      await form.getByRole('textbox', { name: 'Name' }).last().fill('hello');
      await chooseKind(form, 'Type of then', 'Hand off');
      await choose(form, 'Go on with', 'hello');
    },
    change: (form) =>
      form
        .getByLabel('Name')
        .first()
        .press('End')
        .then(() => form.getByLabel('Name').first().press('x')),
    changed: (form) => expect(form.getByLabel('Name').first()).toHaveValue(/x$/),
  },
  {
    entity: 'mapper',
    path: '/chatbot/mapper',
    heading: 'Mappers',
    role: 'chatbot.admin',
    reader: 'chatbot.moderator',
    stranger: 'cim.admin',
    dialog: false,
    // Called after its intent and entities, of which no other mapper has these together.
    title: () => 'warranty + branch',
    search: 'warranty',
    missing: ['Intent is required'],
    fill: async (form) => {
      await pick(form, 'Intent', 'warranty');
      await pick(form, 'Entities', 'branch');
      await chooseKind(form, 'Type of answer', 'Flow');
      await pick(form, 'Flow', 'fitting');
      await choose(form, 'Start action', 'waiting_list');
      // Beside the list and the form there is room for it on a wider screen.
      await form.page().setViewportSize({ width: 1440, height: 900 });
      const talk = form.page().getByRole('list', { name: 'Preview' });
      await expect(talk.getByText('Flow fitting, from waiting_list', { exact: false })).toBeVisible();
    },
    change: (form) => choose(form, 'Start action', 'The first one'),
    changed: (form) =>
      expect(form.getByRole('combobox', { name: 'Start action' })).toHaveText('The first one'),
  },
  {
    entity: 'campaign',
    path: '/campaign/broadcast?view=all',
    heading: 'Broadcasts',
    role: 'campaign.admin',
    reader: 'campaign.moderator',
    stranger: 'chatbot.admin',
    dialog: false,
    title: (mark) => `A broadcast ${mark}`,
    search: 'market',
    missing: ['Name is required', 'Channel is required', 'Please check completeness'],
    fill: async (form, title) => {
      await form.getByRole('textbox', { name: 'Name' }).fill(title);
      await choose(form, 'Channel', /./);
      await form.getByRole('button', { name: 'Add message' }).click();
      await form.page().getByRole('menuitem', { name: /^Text/ }).click();
      await form.getByRole('textbox', { name: 'Text' }).fill('The market opens at nine');
    },
    change: (form) => form.getByRole('textbox', { name: 'Text' }).fill('The market opens at ten'),
    changed: (form) => expect(form.getByText('The market opens at ten').first()).toBeVisible(),
  },
];
