/** The rules as people wrote them down, on purpose not read from `access.json`: one table must catch the other. */
const CIM = ['cim.admin', 'cim.user'];
const CHATBOT = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer', 'chatbot.moderator'];
const CAMPAIGN = ['campaign.admin', 'campaign.editor', 'campaign.moderator'];
const LIVECHAT = ['livechat.admin', 'livechat.supervisor', 'livechat.agent'];
export const ROLES = [...CIM, ...CHATBOT, ...CAMPAIGN, ...LIVECHAT];
const LOGICIANS = ['chatbot.admin', 'chatbot.developer', 'chatbot.moderator'];
const WRITERS = ['chatbot.admin', 'chatbot.editor', 'chatbot.developer'];
const AUDIENCE = ['chatbot.admin', 'chatbot.editor', 'campaign.admin', 'campaign.editor'];

export interface Rule {
  read: string[];
  create: string[];
  update: string[];
  delete: string[];
  verbs?: Record<string, string[]>;
}
const bot = (read: string[]): Rule => ({ read, create: WRITERS, update: WRITERS, delete: ['chatbot.admin'] });
const administered = (read: string[]): Rule => ({
  read,
  create: ['cim.admin'],
  update: ['cim.admin'],
  delete: ['cim.admin'],
});
const ADMINISTRATOR = ['cim.admin'];

/** Who may do what with a collection, by its path. */
export const RULES: Record<string, Rule> = {
  jobs: {
    read: ROLES,
    create: [],
    update: [],
    delete: [],
    verbs: { dismiss: ROLES, cancel: ROLES },
  },
  // Everybody's own.
  notices: {
    read: ROLES,
    create: [],
    update: [],
    delete: [],
    verbs: { 'mark-read': ROLES, 'mark-all-read': ROLES },
  },
  'audit-entries': { read: ADMINISTRATOR, create: [], update: [], delete: [] },
  system: { read: ADMINISTRATOR, create: [], update: [], delete: [] },
  audiences: {
    read: [...CHATBOT, ...CAMPAIGN],
    create: AUDIENCE,
    update: AUDIENCE,
    delete: ['chatbot.admin', 'campaign.admin'],
    verbs: { 'give-to-bot': AUDIENCE },
  },
  messages: { read: [...CHATBOT, ...CAMPAIGN], create: [], update: [], delete: [] },
  channels: {
    ...administered([...CIM, ...CHATBOT, ...CAMPAIGN]),
    verbs: {
      test: ADMINISTRATOR,
      activate: ADMINISTRATOR,
      deactivate: ADMINISTRATOR,
      'new-api-key': ADMINISTRATOR,
      'delete-anyway': ADMINISTRATOR,
      'refresh-api-key': ADMINISTRATOR,
      'bring-in-friends': ADMINISTRATOR,
      'stop-everything': ADMINISTRATOR,
      'download-data': ADMINISTRATOR,
    },
  },
  networks: {
    read: [...ADMINISTRATOR, 'chatbot.developer'],
    create: ADMINISTRATOR,
    update: ADMINISTRATOR,
    delete: [],
    verbs: { 'test-webhook': ADMINISTRATOR },
  },
  chatlogics: {
    ...bot(LOGICIANS),
    create: ['chatbot.admin', 'chatbot.developer'],
    update: ['chatbot.admin', 'chatbot.developer'],
    verbs: {
      move: ['chatbot.admin', 'chatbot.developer'],
    },
  },
  entities: bot(CHATBOT),
  flows: {
    ...bot(CHATBOT),
    create: ['chatbot.admin', 'chatbot.developer'],
    update: ['chatbot.admin', 'chatbot.developer'],
  },
  'missed-sentences': {
    read: CHATBOT,
    create: [],
    update: WRITERS,
    delete: [],
    verbs: { teach: WRITERS, ignore: WRITERS, reopen: WRITERS, guesses: WRITERS },
  },
  intents: {
    ...bot(CHATBOT),
    verbs: {
      train: ['chatbot.admin', 'chatbot.moderator'],
      'use-training': ['chatbot.admin', 'chatbot.moderator'],
      'drop-training': ['chatbot.admin', 'chatbot.moderator'],
      try: CHATBOT,
    },
  },
  mappers: bot(CHATBOT),
  'test-sentences': bot(CHATBOT),
  members: {
    ...administered(CIM),
    verbs: { 'reset-password': ADMINISTRATOR, deactivate: ADMINISTRATOR, activate: ADMINISTRATOR },
  },
  reports: {
    read: CHATBOT,
    create: CHATBOT,
    update: [],
    delete: ['chatbot.admin'],
    verbs: { generate: CHATBOT },
  },
  // Menus and their links to channels.
  richmenus: {
    read: [...CHATBOT, ...CAMPAIGN],
    create: AUDIENCE,
    update: AUDIENCE,
    delete: ['chatbot.admin', 'campaign.admin'],
  },
  campaigns: {
    read: CAMPAIGN,
    create: ['campaign.admin', 'campaign.editor'],
    update: ['campaign.admin', 'campaign.editor'],
    delete: ['campaign.admin'],
    verbs: {
      send: ['campaign.admin'],
      retry: ['campaign.admin'],
      'undo-retry': ['campaign.admin'],
      approve: ['campaign.admin', 'campaign.moderator'],
      cancel: ['campaign.admin', 'campaign.moderator'],
      return: ['campaign.admin', 'campaign.moderator'],
      stop: ['campaign.admin', 'campaign.moderator'],
      'request-approval': ['campaign.admin', 'campaign.editor'],
      'test-send': ['campaign.admin', 'campaign.editor'],
      reach: CAMPAIGN,
      recipients: CAMPAIGN,
    },
  },
  // Counts and no names: for everybody who sees the first screen.
  dashboard: { read: ROLES, create: [], update: [], delete: [] },
  segments: {
    read: [...CHATBOT, ...CAMPAIGN],
    create: ['campaign.admin', 'campaign.editor'],
    update: ['campaign.admin', 'campaign.editor'],
    delete: ['campaign.admin'],
    verbs: {
      preview: [...CHATBOT, ...CAMPAIGN],
      estimate: [...CHATBOT, ...CAMPAIGN],
      people: [...CHATBOT, ...CAMPAIGN],
      count: [...CHATBOT, ...CAMPAIGN],
    },
  },
  chatads: {
    read: CAMPAIGN,
    create: ['campaign.admin', 'campaign.editor'],
    update: ['campaign.admin', 'campaign.editor'],
    delete: ['campaign.admin'],
  },
  'message-templates': {
    read: CAMPAIGN,
    create: ['campaign.admin', 'campaign.editor'],
    update: ['campaign.admin', 'campaign.editor'],
    delete: ['campaign.admin'],
  },
  teams: administered(CIM),
  templates: bot([...CHATBOT, ...CAMPAIGN]),
  variables: bot([...CHATBOT, ...CIM]),
  workspaces: { read: ROLES, create: [], update: ADMINISTRATOR, delete: [] },
};
