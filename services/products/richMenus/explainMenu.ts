import type { EntityRecord } from '../../../schemas/model/types.ts';
import { type Reason, resolveMenu } from '../../../schemas/richMenus/resolve.ts';
import type { Services } from '../../engine/resources/services.ts';
import { findSegmentsOfPerson } from '../segments/index.ts';
import type { Link } from './menuDifferences.ts';

const MAX_LINKS_PER_CHANNEL = 1000;

interface MenuExplanation {
  /** Id of the link that the person sees; null if there is none. */
  winner: string | null;
  verdicts: { id: string; reason: Reason }[];
}

/**
 * Explains which of a channel's menus a person sees, and why not the others.
 * @param at a future time, ISO 8601: links that will be active by then are included
 */
export async function explainMenu(
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
    // An upcoming link becomes active at its trigger time.
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
  const { winner, verdicts } = resolveMenu(links, new Set(own.map(({ id }) => id)));
  return {
    winner: winner?.id ?? null,
    verdicts: verdicts.map(({ link, reason }) => ({ id: link.id, reason })),
  };
}
