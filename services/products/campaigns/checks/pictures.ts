import type { CheckDetail } from '../../../../schemas/model/answers.ts';
import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { fileIdIn } from '../../../../schemas/model/files.ts';
import { typeOfBytes } from '../../../engine/files/sniff.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { findSnapshot } from '../approval.ts';
import { faultOf, probeAll, shown, worst, type MessageAddress } from './addresses.ts';
import { markOf, mediaIn, outside } from './pictureMarks.ts';
import { counted, ok, subjectOf } from './subject.ts';
import { t } from '../../../../schemas/texts/translate.ts';

type Fault = CheckDetail & {
  level: 'warning' | 'stop';
  isOther?: boolean;
  isUnseen?: boolean;
  isMisfit?: boolean;
};
/** What is known of a picture or video, wherever it is. */
interface Media {
  type: string | undefined;
  size: number | undefined;
  /** In pixels, of an uploaded picture. */
  width?: number | null;
  height?: number | null;
}

const MB = 1024 * 1024;
const NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
};

const UNSEEN = 'was not loaded when approval was asked for: nobody can tell whether it is still the same';
const OTHER = 'shows something else than when approval was asked for';
const isOther = (then: string | undefined, now: string | undefined): boolean =>
  then !== undefined && now !== undefined && then !== now;

function describeWarnings(faults: readonly Fault[], label: string): string {
  const others = faults.filter((fault) => fault.isOther).length;
  const unseen = faults.filter((fault) => fault.isUnseen).length;
  const misfits = faults.filter((fault) => fault.isMisfit).length;
  const away = faults.length - others - unseen - misfits;
  return [
    ...(away > 0 ? [`${counted(away, 'picture', 'pictures')} could not be loaded.`] : []),
    ...(others > 0
      ? [`${counted(others, t('picture was'), t('pictures were'))} changed since approval was asked for.`]
      : []),
    ...(unseen > 0
      ? [`${counted(unseen, t('picture was'), t('pictures were'))} not loaded when approval was asked for.`]
      : []),
    ...(misfits > 0
      ? [`${counted(misfits, t('picture is'), t('pictures are'))} not of the size that ${label} shows.`]
      : []),
  ].join(' ');
}

/** Pictures and videos load, in a format and a size that the channel's platform takes; those of other sites are what they were. */
export const picturesCheck: EntityCheck = {
  label: 'Pictures',
  async run(call, context) {
    const { broadcast, composed, at, type } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const media = mediaIn(composed.answer);
    if (media.length === 0) return undefined;
    const probes = await probeAll(outside(media), call, context);
    const { pictures: then = {} } = (await findSnapshot(context.db, broadcast.id)) ?? {};
    const isAsked = broadcast.approval === 'asked';
    const faults: Fault[] = [];
    const { messages } = composed.answer;
    const isSquare = ({ pointer }: MessageAddress): boolean =>
      messages[Number(pointer.split('/')[2])]?.type === 'image_carousel';
    for (const one of media) {
      const id = fileIdIn(one.address);
      const said =
        id === undefined
          ? judgeProbe(one, probes.get(one.address), type)
          : judgeFile(
              one,
              await context.files.find(id),
              { type, isSquare: isSquare(one) },
              context.settings.publicUrl,
            );
      const name = id === undefined ? shown(one.address) : 'The uploaded file';
      if (said) faults.push({ ...said, text: `${name} ${said.text}`, at: at(one.pointer) });
      else if (isOther(then[one.address], markOf(probes.get(one.address))))
        faults.push({ level: 'warning', text: `${name} ${OTHER}`, at: at(one.pointer), isOther: true });
      else if (isAsked && id === undefined && then[one.address] === undefined)
        faults.push({ level: 'warning', text: `${name} ${UNSEEN}`, at: at(one.pointer), isUnseen: true });
    }
    return (
      worst(
        faults.map(({ level, text, at: where }) => ({ level, text, at: where })),
        (level, number) =>
          level === 'stop'
            ? `${counted(number, t('picture cannot'), t('pictures cannot'))} be shown on ${channelTypeOf(type).label}.`
            : describeWarnings(faults, channelTypeOf(type).label),
      ) ??
      ok(
        `${counted(media.length, t('picture loads'), t('pictures load'))}.${describeUnsized(media, probes, type)}`,
      )
    );
  },
};

/** Of what a site does not tell the size, nobody knows whether it is too large. */
function describeUnsized(
  media: readonly MessageAddress[],
  probes: ReadonlyMap<string, Probe>,
  type: ChannelType,
): string {
  const unsized = media.filter((one) => {
    const found = probes.get(one.address);
    return found?.state === 'answered' && found.size === undefined && mostBytes(one, type) !== undefined;
  }).length;
  return unsized === 0 ? '' : ` The size of ${unsized} of them was not told and not checked.`;
}

function mostBytes({ kind }: MessageAddress, type: ChannelType): number | undefined {
  const { limits = {} } = channelTypeOf(type);
  if (kind === 'video') return undefined;
  return kind === 'preview' ? (limits.previewBytes ?? limits.pictureBytes) : limits.pictureBytes;
}

type Verdict = Pick<Fault, 'level' | 'text' | 'isMisfit'> | undefined;

function judgeProbe(one: MessageAddress, found: Probe | undefined, type: ChannelType): Verdict {
  if (!found) return { level: 'warning', text: t('was not loaded') };
  const fault = faultOf(found);
  if (fault || found.state !== 'answered') return fault;
  return judgeMedia(one, { type: typeOfBytes(found.head), size: found.size }, type);
}

function judgeFile(
  one: MessageAddress,
  file: Media | undefined,
  { type, isSquare }: { type: ChannelType; isSquare: boolean },
  publicUrl: string | undefined,
): Verdict {
  if (!file) return { level: 'stop', text: t('is no longer there') };
  const isFetched = capabilitiesOf(type).chatPage !== true;
  if (isFetched && !publicUrl?.startsWith('https:'))
    return {
      level: 'warning',
      text: t('cannot be fetched: the services need an https address (PUBLIC_URL)'),
    };
  return judgeMedia(one, file, type) ?? (isSquare ? judgeSquare(file, type) : undefined);
}

/** A picture of an image carousel. The platform shows another one cut, or not at all. */
function judgeSquare({ width, height }: Media, type: ChannelType): Verdict {
  const { limits = {}, label } = channelTypeOf(type);
  const most = limits.squareWidth;
  if (most === undefined || !width || !height || (width === height && width <= most)) return undefined;
  return {
    level: 'warning',
    isMisfit: true,
    text: t(
      'is %{width} × %{height} pixels: in an image carousel %{label} shows square pictures of at most %{most} × %{most2}',
      { width, height, label, most, most2: most },
    ),
  };
}

function judgeMedia(one: MessageAddress, { type: format, size }: Media, type: ChannelType): Verdict {
  const { kind } = one;
  const { capabilities, label } = channelTypeOf(type);
  const taken =
    kind === 'video'
      ? ['video/mp4']
      : ['image/jpeg', 'image/png', ...(capabilities.animatedPictures ? ['image/gif'] : [])];
  if (format === undefined || !taken.includes(format)) {
    const is =
      format === undefined
        ? kind === 'video'
          ? 'is no video'
          : 'is no picture'
        : `is ${NAMES[format] ?? format}`;
    return {
      level: 'stop',
      text: t('%{is}: %{label} shows %{taken}', {
        is,
        label,
        taken: taken.map((name) => NAMES[name]).join(' and '),
      }),
    };
  }
  const most = mostBytes(one, type);
  if (most === undefined || size === undefined || size <= most) return undefined;
  return {
    level: 'stop',
    text: t('has %{size} MB: %{label} takes at most %{most} MB', {
      size: megabytes(size),
      label,
      most: megabytes(most),
    }),
  };
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / MB) * 10) / 10);
