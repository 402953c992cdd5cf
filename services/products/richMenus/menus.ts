import type { RichMenu, RichMenuLink } from '../../../schemas/generated/types.ts';
import type { EntityRecord } from '../../../schemas/model/types.ts';
import { PATTERNS, pictureSizeError } from '../../../schemas/richMenus/patterns.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { findFiles } from '../../engine/files/rows.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { enqueueSync } from './sync.ts';

/** Active links of one menu that are synchronised when its picture arrives late. */
const MAX_LINKS_PER_MENU = 1000;

/** Rich menus: validates picture and pattern against the menu's size. */
export const menusModule = {
  name: 'rich menus',
  entity: 'rich-menu',
  hooks: (context) => ({
    beforeCreate: validateMenu,
    beforeUpdate: validateMenu,
    async afterUpdate(write, menu) {
      // The picture of a menu in use only changes when it was missing: links may wait for it.
      if (menu['image'] === write.before['image'] || menu['use'] !== 'used') return;
      const links = write.catalog.require('rich-menu-link').repository.within(write.tx);
      const waiting = await links.list({
        take: MAX_LINKS_PER_MENU,
        where: [{ richmenu: menu.id, state: 'active' }],
      });
      for (const channel of new Set(waiting.map((link) => (link as RichMenuLink & EntityRecord).channel)))
        await enqueueSync(context, write.tx, channel);
    },
  }),
} satisfies DomainModule;

/** Rules that concern two fields, or the stored file. @throws ApiError 422 */
async function validateMenu({ draft, tx, before, operation }: RecordWrite): Promise<void> {
  if (before && (operation === 'take' || operation === 'release')) return;
  const { size = 'original', pattern = 'L1', image } = draft as Partial<RichMenu>;
  const faults: Record<string, string> = {};
  if (PATTERNS[pattern].size !== size) faults['/pattern'] = 'Choose a pattern of this size';
  const file = typeof image === 'string' ? (await findFiles(tx, [image])).get(image) : undefined;
  const fault = file && pictureSizeError(size, file);
  if (fault) faults['/image'] = fault;
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** Marks menus as used or free by whether a link has them, with the menu's row locked so that concurrent changes agree. */
export async function updateUseState(write: RecordWrite, menus: readonly string[]): Promise<void> {
  const links = write.catalog.require('rich-menu-link').repository.within(write.tx);
  const stored = write.catalog.require('rich-menu').repository.within(write.tx);
  // Locked in a fixed order to avoid deadlocks.
  for (const id of [...new Set(menus)].toSorted()) {
    const menu = await stored.lock(id, 'change');
    if (!menu) continue;
    const [link] = await links.list({ take: 1, where: [{ richmenu: id }] });
    const use = link ? 'used' : 'free';
    if (menu['use'] === use) continue;
    await write.records('rich-menu').transition(id, link ? 'take' : 'release', {}, { validation: 'skip' });
  }
}
