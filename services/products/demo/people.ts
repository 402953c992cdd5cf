import content from './content/people.json' with { type: 'json' };
import type { Random } from '../../engine/modules/random.ts';
import type { DemoRecord } from '../../engine/modules/module.ts';

/** Passwords of the demo sign-ins; public, which is why the services then stay on this machine. */
export const DEMO_PASSWORD = 'Console-2026';
export const FIRST_TIME_PASSWORD = 'Welcome-2026';
export const FIRST_TIME_USERNAME = 'first.time';

/** Name and description by role; a role without an entry is still given a member. */
const PEOPLE: Readonly<Record<string, { name: string; about: string }>> = content.roles;

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
      const { name, about } = PEOPLE[role] ?? { name: role, about: '' };
      return person(role, name, about, [role]);
    }),
    person(FIRST_TIME_USERNAME, 'Thida Wattana', 'Joined this week.', ['chatbot.editor']),
  ];
}

/** The demo's teams, of members picked at random. */
export function demoTeams(members: DemoRecord[], random: Random): DemoRecord[] {
  return content.teams.map(({ name, department, size }, index) => ({
    id: random.uuid(),
    name,
    ...(department && { department }),
    members: random.sample(members, size).map((member) => member.id),
    default: index === 0,
  }));
}
