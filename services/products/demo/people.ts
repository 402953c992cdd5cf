import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

/** Passwords of the demo sign-ins; public, which is why the services then stay on this machine. */
export const DEMO_PASSWORD = 'Console-2026';
export const FIRST_TIME_PASSWORD = 'Welcome-2026';
export const FIRST_TIME_USERNAME = 'first.time';

/** Name, phone and a word about each, by role; a role without an entry is still given a member. */
const PEOPLE: Record<string, [name: string, about: string]> = {
  'cim.admin': ['Suda Wongsakul', 'Looks after accounts, teams and channels.'],
  'cim.user': ['Niran Chaiyaphum', 'Front office, Silom branch.'],
  'chatbot.admin': ['Pim Rattanakosin', 'Owns the bot and what it says. ดูแลบอททั้งหมด'],
  'chatbot.editor': ['Anong Srisuk', 'Writes the answers in Thai and English.'],
  'chatbot.developer': ['Daniel Meyer', 'Chat logic, flows and webhooks.'],
  'chatbot.moderator': ['Kanya Thongdee', 'Reviews conversations and trains the bot.'],
  'campaign.admin': ['Prasert Boonmee', 'Plans and sends the campaigns.'],
  'campaign.editor': ['Mali Intharat', 'Drafts broadcasts and segments.'],
  'campaign.moderator': ['Emma Lindqvist', 'Approves what goes out.'],
  'livechat.admin': ['Somchai Dechawat', 'Runs the live chat floor.'],
  'livechat.supervisor': ['Ratana Phromma', 'Shift lead, evenings.'],
  'livechat.agent': ['Chai Kittisak', 'Answers people. ตอบแชทลูกค้า'],
};

/** One member per role, the owner of everything, and somebody who has never signed in. */
export function demoMembers(
  roles: string[],
  random: Random,
  ids?: ReadonlyMap<string, string>,
): DemoRecord[] {
  const person = (username: string, name: string, about: string, given: string[]): DemoRecord => ({
    id: ids?.get(username) ?? random.uuid(),
    username,
    name,
    email: `${username}@demo.example`,
    phone: `+668${random.integer(10_000_000, 99_999_999)}`,
    roles: given,
    about,
    active: true,
    joinDate: `202${random.integer(3, 5)}-${String(random.integer(1, 12)).padStart(2, '0')}-${String(random.integer(1, 28)).padStart(2, '0')}`,
  });
  return [
    person(
      'owner',
      'Malee Suwannarat',
      'Founder; may do everything.',
      roles.filter((role) => role.endsWith('.admin')),
    ),
    ...roles.map((role) => {
      const [name, about] = PEOPLE[role] ?? [role, ''];
      return person(role, name, about, [role]);
    }),
    person(FIRST_TIME_USERNAME, 'Thida Wattana', 'Joined this week.', ['chatbot.editor']),
  ];
}

const TEAMS: [name: string, department: string, size: number][] = [
  ['Customer care', 'Service', 6],
  ['ทีมดูแลลูกค้า', 'Service', 5],
  ['Bot writers', 'Marketing', 4],
  ['Campaigns', 'Marketing', 4],
  ['Night shift', 'Service', 3],
  ['Platform', 'IT', 3],
  ['สาขาเชียงใหม่', 'Branches', 2],
  ['Phuket branch', 'Branches', 2],
  ['Partners', 'Sales', 2],
  ['Management', '', 3],
];

export function demoTeams(members: DemoRecord[], random: Random): DemoRecord[] {
  return TEAMS.map(([name, department, size], index) => ({
    id: random.uuid(),
    name,
    ...(department && { department }),
    members: random.some(members, size).map((member) => member.id),
    default: index === 0,
  }));
}
