import { buffer } from 'node:stream/consumers';
import { notFound } from '../../http/errors.ts';
import type { PersonalFiles } from '../personalFiles.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import { readImportFile } from './readImportFile.ts';
import type { SheetFile } from './sheet.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Pages of a preview are requested one after another. */
const MAX_CACHED_SHEETS = 4;

/** Caches the parsed files of imports; any process can parse a file again. */
export class SheetCache {
  private readonly cache = new Map<string, Promise<SheetFile>>();

  constructor(private readonly personalFiles: PersonalFiles) {}

  /**
   * @throws ApiError 404 for what is not there, is another's, or is of another entity
   */
  async read(services: Services, resource: Resource, id: string, ownerId: string): Promise<SheetFile> {
    const file = await this.personalFiles.find(id, ownerId);
    if (file.entity !== resource.model.name) throw notFound(t('This file is no longer there'));
    const cached = this.cache.get(id);
    if (cached) return cached;
    const reading = this.personalFiles
      .read(file)
      .then(async (content) =>
        readImportFile(services, resource, { name: file.name, content: await buffer(content) }),
      );
    reading.catch(() => this.cache.delete(id));
    this.cache.set(id, reading);
    for (const oldest of this.cache.keys()) {
      if (this.cache.size <= MAX_CACHED_SHEETS) break;
      this.cache.delete(oldest);
    }
    return reading;
  }
}
