import { expect } from '@playwright/test';
import { choose, type Life } from './lives.ts';

/** Every entity with a screen on which records are made. */
export const LIVES: Life[] = [
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
      await form.getByLabel('Name').first().fill(title);
      await form.getByRole('button', { name: 'Add option' }).click();
      await form.getByRole('textbox', { name: 'Name' }).last().fill('Large');
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
    title: (mark) => `A channel ${mark}`,
    search: 'vip',
    missing: ['Channel name is required', 'Type is required'],
    fill: async (form, title) => {
      await form.getByLabel('Channel name').fill(title);
      await form.getByRole('button', { name: 'LINE', exact: true }).click();
      await form.getByLabel('Channel id').fill('2006418830');
      await form.getByLabel('Access token').fill('a-token-that-nobody-knows');
    },
    change: (form) => form.getByLabel('Channel id').fill('2006418831'),
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
      await form.getByRole('button', { name: 'Add sample' }).click();
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
    heading: 'Regression sentences',
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
      await choose(form, 'Type of then', 'Hand off');
    },
    change: (form) => form.getByRole('switch', { name: 'Active' }).click(),
    changed: (form) => expect(form.getByRole('switch', { name: 'Active' })).not.toBeChecked(),
  },
];
