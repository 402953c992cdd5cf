import type { EntityRecord, JsonObject } from '../../../schemas/model/types.ts';
import { resolveStoredFiles } from '../../engine/resources/visibility.ts';
import type { Services } from '../../engine/resources/services.ts';
import { textOf } from '../../../schemas/model/text.ts';

type Named = EntityRecord & { name?: string };

/** Links as the management pages show them: with the name and picture of their menu, and the name of their segment. */
export async function toLinkItems(services: Services, links: readonly EntityRecord[]): Promise<JsonObject[]> {
  const { catalog } = services;
  const idsOf = (name: string): string[] => links.flatMap((link) => (link[name] ? [textOf(link[name])] : []));
  const menuOf = catalog.require('rich-menu');
  const menus = await resolveStoredFiles(menuOf, await menuOf.repository.getMany(idsOf('richmenu')));
  const segments = (await catalog.find('segment')?.repository.getMany(idsOf('segment'))) ?? [];
  const byId = new Map<unknown, Named>([...menus, ...segments].map((one) => [one.id, one as Named]));
  return links.map((link) => toLinkItem(link, byId.get(link['richmenu']), byId.get(link['segment'])));
}

function toLinkItem(link: EntityRecord, menu: Named | undefined, segment: Named | undefined): JsonObject {
  const { id, version, chatBarText, state, activeSince, triggerTime, createdAt, lineState, lineFault } = link;
  const isForAll = link['default'] !== false;
  const image = menu?.['image'] as { url?: string } | string | undefined;
  const picture = typeof image === 'object' ? image : undefined;
  return {
    ...{ id, version, state: state ?? 'upcoming', chatBarText: chatBarText ?? 'Menu' },
    richmenu: {
      id: menu?.id ?? null,
      name: menu?.name ?? '',
      size: menu?.['size'] ?? 'original',
      pattern: menu?.['pattern'] ?? 'L1',
      image: (picture as JsonObject | undefined) ?? null,
    },
    image: picture?.url ?? null,
    selected: link['selected'] !== false,
    default: isForAll,
    segment: segment ? { id: segment.id, name: segment.name ?? '' } : null,
    priority: isForAll ? null : (link['priority'] ?? null),
    createdAt: activeSince ?? createdAt,
    triggerTime: triggerTime ?? null,
    lineState: lineState ?? null,
    lineFault: lineFault ?? null,
  };
}

/** Fields of an item that hold a record, where a link holds its id. */
const REFERENCE_FIELDS = ['richmenu', 'segment'];

/** Reads the fields of a link from a request's body, which may be an item as it was answered. */
export function parseLinkInput(sent: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // The picture is the menu's.
  const { image: _, ...settings }: Record<string, unknown> = sent;
  for (const name of REFERENCE_FIELDS) {
    const value = settings[name];
    if (value !== null && typeof value === 'object' && 'id' in value) settings[name] = value.id;
  }
  return settings;
}
