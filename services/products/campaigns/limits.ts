import { channelTypeOf } from '../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../schemas/channels/types.ts';
import { contentFaults } from '../../../schemas/model/content.ts';
import { validate } from '../../../schemas/model/validate.ts';
import { invalid } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import type { Resource } from '../../engine/resources/catalog.ts';
import { ownFields } from '../../engine/resources/write/validateRecord.ts';

/** The first thing that is wrong with messages on a type of channel. */
function faultOn(
  type: ChannelType,
  { model, check }: Resource,
  record: Record<string, unknown>,
): string | undefined {
  const faults = validate(model, { ...record, platform: type }, { check, judgeContent: contentFaults });
  return Object.entries(faults).find(([pointer]) => /^\/(messages|quickReply)(\/|$)/.test(pointer))?.[1];
}

/**
 * What a broadcast takes from its message template, as that is now, keeps to the limits of its channel. What is written in
 * the broadcast itself is held by its own rules.
 * @throws ApiError 422 naming the first limit that it does not keep
 */
export async function keepToLimits({ draft, catalog, tx }: RecordWrite, type: ChannelType): Promise<void> {
  const templates = catalog.require('message-template');
  const template = await templates.repository.within(tx).find(String(draft['template']));
  // A reference that leads nowhere is told as such.
  if (!template) return;
  const fault = faultOn(type, templates, ownFields(template));
  if (fault !== undefined)
    throw invalid({
      '/template': `It does not keep to the limits of ${channelTypeOf(type).label}: ${fault}`,
    });
}
