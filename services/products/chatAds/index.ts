import type { ChatAd } from '../../../schemas/generated/types.ts';
import { keywordKey, listKeywords } from '../../../schemas/chatAds/keywords.ts';
import type { FieldErrors } from '../../../schemas/model/types.ts';
import type { DomainModule } from '../../engine/modules/module.ts';
import { ApiError } from '../../engine/http/errors.ts';
import type { RecordWrite } from '../../engine/resources/actions.ts';
import { t } from '../../../schemas/texts/translate.ts';

/** ChatAds of a channel, at most. */
const MAX_CHAT_ADS_PER_CHANNEL = 1_000;

/**
 * A keyword leads to one answer: no other ChatAd of the channel has it. Two that are written at once wait for each other.
 * @throws ApiError 409 at each keyword that is taken
 */
async function assertUniqueKeywords({ draft, id, tx, catalog }: RecordWrite): Promise<void> {
  const { channel, topics } = draft as Partial<ChatAd>;
  if (channel === undefined) return;
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('chat ads of ' || $1, 0))`, [channel]);
  const others = await catalog
    .repository('chat-ad')
    ?.within(tx)
    .list({ take: MAX_CHAT_ADS_PER_CHANNEL, where: [{ channel }, { id: { ne: id } }] });
  const taken = new Map(
    (others ?? []).flatMap((other) =>
      listKeywords(other.topics).map(({ keyword, topic }) => [
        keywordKey(keyword),
        { topic, name: other.name },
      ]),
    ),
  );
  const fields: FieldErrors = {};
  for (const { keyword, pointer } of listKeywords(topics)) {
    const held = taken.get(keywordKey(keyword));
    if (held)
      fields[pointer] = t('“%{keyword}” is in topic %{topic} of %{ad} already', {
        ...{ keyword, topic: held.topic, ad: held.name },
      });
  }
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ApiError(409, 'DUPLICATE', first, { fields });
}

/** What people are answered who come from a LINE chat ad. */
export const chatAdsModule = {
  name: 'chat ads',
  entity: 'chat-ad',
  hooks: { beforeCreate: assertUniqueKeywords, beforeUpdate: assertUniqueKeywords },
} satisfies DomainModule;
