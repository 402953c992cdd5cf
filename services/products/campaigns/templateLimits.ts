import { channelTypeOf } from '../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import { contentFaults } from '../../../schemas/model/content.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import type { Resource } from '../../engine/resources/catalog.ts';
import { stripResponseOnlyKeys } from '../../engine/resources/write/validateRecord.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** The first fault of the messages on a type of channel. */
function findContentError(
  type: ChannelType,
  { model, validator }: Resource,
  record: Record<string, unknown>,
): string | undefined {
  const faults = validate(model, { ...record, platform: type }, { validator, checkContent: contentFaults });
  return Object.entries(faults).find(([pointer]) => /^\/(messages|quickReply)(\/|$)/.test(pointer))?.[1];
}

/**
 * Checks the message template of a broadcast, as it is now, against the limits of the channel's type. Messages that are
 * written in the broadcast itself are checked by its own rules.
 * @throws ApiError 422 naming the first limit that is exceeded
 */
export async function assertTemplateFits(
  { draft, catalog, tx }: RecordWrite,
  type: ChannelType,
): Promise<void> {
  const templates = catalog.require('message-template');
  const template = await templates.repository.within(tx).find(String(draft['template']));
  // A missing template is another rule's error.
  if (!template) return;
  const fault = findContentError(type, templates, stripResponseOnlyKeys(template));
  if (fault !== undefined)
    throw invalid({
      '/template': t('It does not keep to the limits of %{label}: %{fault}', {
        label: channelTypeOf(type).label,
        fault,
      }),
    });
}
