import type { EntityRecord } from '../../../schemas/model/types.ts';
import { type Reason, resolve } from '../../../schemas/richMenus/resolve.ts';
import type { Services } from '../../engine/resources/services.ts';
import { findSegmentsOfPerson } from '../segments/index.ts';
import type { Link } from './menuDifferences.ts';

/** Links that are looked at: those that a channel may have. */
const MAX_LINKS_PER_CHANNEL = 1000;

interface MenuExplanation {
  /** Id of the link that the person sees; null where there is none. */
  winner: string | null;
  verdicts: { id: string; reason: Reason }[];
}

/**
 * Which of a channel's menus a person sees, and why not the others.
 * @param at a time to come, ISO 8601: links that have become active by then count too
 */
export async function explainMenuOf(
  services: Services,
  channel: string,
  person: EntityRecord,
  at?: string,
): Promise<MenuExplanation> {
  const { catalog } = services;
  const stored = (await catalog
    .repository('rich-menu-link')
    ?.list({ take: MAX_LINKS_PER_CHANNEL, where: [{ channel }] })) as Link[];
  const links = stored
    .filter(
      ({ state, triggerTime }) =>
        state === 'active' ||
        (at !== undefined && triggerTime !== undefined && Date.parse(triggerTime) <= Date.parse(at)),
    )
    // Until its time has come a link has not taken force.
    .map((link) => ({ ...link, activeSince: link.activeSince ?? link.triggerTime }));
  const segments = await catalog
    .repository('segment')
    ?.getMany(links.flatMap(({ segment }) => segment ?? []));
  const own = await findSegmentsOfPerson(
    services,
    person,
    segments ?? [],
    at === undefined ? new Date() : new Date(at),
  );
  const { winner, verdicts } = resolve(links, new Set(own.map(({ id }) => id)));
  return {
    winner: winner?.id ?? null,
    verdicts: verdicts.map(({ link, reason }) => ({ id: link.id, reason })),
  };
}
