import type { ChannelType } from '../../schemas/messages/types.ts';
import { contentFaults } from '../../schemas/model/content.ts';
import type { FieldErrors } from '../../schemas/model/types.ts';
import { validate } from '../../schemas/model/validate.ts';
import { invalid } from '../plugins/errors.ts';
import type { Write } from '../resources/actions.ts';
import type { Resource } from '../resources/catalog.ts';
import { ownFields } from '../resources/write/judge.ts';

const NAMES: Record<ChannelType, string> = {
  LINE: 'LINE',
  FACEBOOK: 'Facebook',
  WEBCHAT: 'Webchat',
  CUSTOM: 'Custom',
};

/** What is wrong with messages on a type of channel, by pointer. */
function faultsOn(
  type: ChannelType,
  { model, check }: Resource,
  record: Record<string, unknown>,
): FieldErrors {
  const faults = validate(model, { ...record, platform: type }, { check, judgeContent: contentFaults });
  return Object.fromEntries(
    Object.entries(faults).filter(([pointer]) => /^\/(messages|quickReply)(\/|$)/.test(pointer)),
  );
}

/**
 * What a broadcast says keeps to the limits of its channel, written in it or taken from a message template as that is now.
 * @throws ApiError 422 naming the first limit that it does not keep
 */
export async function keepToLimits({ model, draft, catalog, tx }: Write, type: ChannelType): Promise<void> {
  if (draft['content'] !== 'template') {
    const faults = faultsOn(type, catalog.require(model.name), draft);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return;
  }
  const templates = catalog.require('message-template');
  const template = await templates.repository.within(tx).find(String(draft['template']));
  // A reference that leads nowhere is told as such.
  if (!template) return;
  const [fault] = Object.values(faultsOn(type, templates, ownFields(template)));
  if (fault !== undefined)
    throw invalid({ '/template': `It does not keep to the limits of ${NAMES[type]}: ${fault}` });
}
