import { buffer } from 'node:stream/consumers';
import { notFound } from '../../http/errors.ts';
import type { PersonalFiles } from '../personalFiles.ts';
import type { Resource } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import { readImported } from './formats.ts';
import type { SheetFile } from './sheet.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Files that are kept read, for the pages of a preview come one after another. */
const KEPT = 4;

/** Files that people are importing, read. Any process can read each anew. */
export class Sheets {
  private readonly kept = new Map<string, Promise<SheetFile>>();

  constructor(private readonly personal: PersonalFiles) {}

  /**
   * @throws ApiError 404 for what is not there, is another's, or is of another entity
   */
  async read(services: Services, resource: Resource, id: string, by: string): Promise<SheetFile> {
    const file = await this.personal.find(id, by);
    if (file.entity !== resource.model.name) throw notFound(t('This file is no longer there'));
    const known = this.kept.get(id);
    if (known) return known;
    const reading = this.personal
      .read(file)
      .then(async (content) =>
        readImported(services, resource, { name: file.name, content: await buffer(content) }),
      );
    reading.catch(() => this.kept.delete(id));
    this.kept.set(id, reading);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    return reading;
  }
}
