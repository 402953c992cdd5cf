import type { CheckDetail } from '../../../../schemas/model/responses.ts';
import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { fileIdIn } from '../../../../schemas/model/files.ts';
import { typeOfBytes } from '../../../engine/files/sniff.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { findSnapshot } from '../approval.ts';
import { joined } from '../joined.ts';
import { faultOf, probeAll, shown, worst, type MessageAddress } from './addresses.ts';
import { markOf, mediaIn, outside } from './pictureMarks.ts';
import { counted, ok, subjectOf } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

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

const isOther = (then: string | undefined, now: string | undefined): boolean =>
  then !== undefined && now !== undefined && then !== now;

function describeWarnings(faults: readonly Fault[], label: string): string {
  const others = faults.filter((fault) => fault.isOther).length;
  const unseen = faults.filter((fault) => fault.isUnseen).length;
  const misfits = faults.filter((fault) => fault.isMisfit).length;
  const away = faults.length - others - unseen - misfits;
  const sentences = [
    away > 0 &&
      counted(
        away,
        message('%{count} picture could not be loaded.'),
        message('%{count} pictures could not be loaded.'),
      ),
    others > 0 &&
      counted(
        others,
        message('%{count} picture was changed since approval was asked for.'),
        message('%{count} pictures were changed since approval was asked for.'),
      ),
    unseen > 0 &&
      counted(
        unseen,
        message('%{count} picture was not loaded when approval was asked for.'),
        message('%{count} pictures were not loaded when approval was asked for.'),
      ),
    misfits > 0 &&
      counted(
        misfits,
        message('%{count} picture is not of the size that %{label} shows.'),
        message('%{count} pictures are not of the size that %{label} shows.'),
        { label },
      ),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Pictures and videos load, in a format and a size that the channel's platform takes; those of other sites are what they were. */
export const picturesCheck: EntityCheck = {
  label: message('Pictures'),
  async run(call, context) {
    const { broadcast, composed, at, type } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const media = mediaIn(composed.answer);
    if (media.length === 0) return undefined;
    const probes = await probeAll(outside(media), call, context);
    const { pictures: then = {} } = (await findSnapshot(context.db, broadcast.id)) ?? {};
    const isAsked = broadcast.approval === 'asked';
    const { messages } = composed.answer;
    const isSquare = ({ pointer }: MessageAddress): boolean =>
      messages[Number(pointer.split('/')[2])]?.type === 'image_carousel';
    const files = new Map<string, Media | undefined>();
    for (const { address } of media) {
      const id = fileIdIn(address);
      if (id !== undefined) files.set(address, await context.files.find(id));
    }
    const judge = (one: MessageAddress): Verdict => {
      const { address } = one;
      if (files.has(address))
        return judgeFile(
          one,
          files.get(address),
          { type, isSquare: isSquare(one) },
          context.settings.publicUrl,
        );
      const found = probes.get(address);
      const said = judgeProbe(one, found, type);
      if (said) return said;
      const what = shown(address);
      if (isOther(then[address], markOf(found)))
        return {
          level: 'warning',
          text: t('%{what} shows something else than when approval was asked for', { what }),
          isOther: true,
        };
      if (isAsked && then[address] === undefined)
        return {
          level: 'warning',
          text: t(
            '%{what} was not loaded when approval was asked for: nobody can tell whether it is still the same',
            { what },
          ),
          isUnseen: true,
        };
      return undefined;
    };
    return () => {
      const faults = media.flatMap((one): Fault[] => {
        const said = judge(one);
        return said ? [{ ...said, at: at(one.pointer) }] : [];
      });
      const { label } = channelTypeOf(type);
      return (
        worst(
          faults.map(({ level, text, at: where }) => ({ level, text, at: where })),
          (level, number) =>
            level === 'stop'
              ? counted(
                  number,
                  message('%{count} picture cannot be shown on %{label}.'),
                  message('%{count} pictures cannot be shown on %{label}.'),
                  { label },
                )
              : describeWarnings(faults, label),
        ) ??
        ok(
          [
            counted(media.length, message('%{count} picture loads.'), message('%{count} pictures load.')),
            ...describeUnsized(media, probes, type),
          ].join(' '),
        )
      );
    };
  },
};

/** Of what a site does not tell the size, nobody knows whether it is too large. */
function describeUnsized(
  media: readonly MessageAddress[],
  probes: ReadonlyMap<string, Probe>,
  type: ChannelType,
): string[] {
  const unsized = media.filter((one) => {
    const found = probes.get(one.address);
    return found?.state === 'answered' && found.size === undefined && mostBytes(one, type) !== undefined;
  }).length;
  return unsized === 0
    ? []
    : [t('The size of %{count} of them was not told and not checked.', { count: unsized })];
}

function mostBytes({ kind }: MessageAddress, type: ChannelType): number | undefined {
  const { limits = {} } = channelTypeOf(type);
  if (kind === 'video') return undefined;
  return kind === 'preview' ? (limits.previewBytes ?? limits.pictureBytes) : limits.pictureBytes;
}

type Verdict = Omit<Fault, 'at'> | undefined;

function judgeProbe(one: MessageAddress, found: Probe | undefined, type: ChannelType): Verdict {
  const what = shown(one.address);
  if (!found) return { level: 'warning', text: t('%{what} was not loaded', { what }) };
  const fault = faultOf(found, what);
  if (fault || found.state !== 'answered') return fault;
  return judgeMedia(one, { type: typeOfBytes(found.head), size: found.size }, type, what);
}

function judgeFile(
  one: MessageAddress,
  file: Media | undefined,
  { type, isSquare }: { type: ChannelType; isSquare: boolean },
  publicUrl: string | undefined,
): Verdict {
  if (!file) return { level: 'stop', text: t('The uploaded file is no longer there') };
  const isFetched = capabilitiesOf(type).chatPage !== true;
  if (isFetched && !publicUrl?.startsWith('https:'))
    return {
      level: 'warning',
      text: t('The uploaded file cannot be fetched: the services need an https address (PUBLIC_URL)'),
    };
  return (
    judgeMedia(one, file, type, t('The uploaded file')) ?? (isSquare ? judgeSquare(file, type) : undefined)
  );
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
      'The uploaded file is %{width} × %{height} pixels: in an image carousel %{label} shows square pictures of at most %{most} × %{most}',
      { width, height, label, most },
    ),
  };
}

/** @param what the picture or video, as people read it */
function judgeMedia(
  one: MessageAddress,
  { type: format, size }: Media,
  type: ChannelType,
  what: string,
): Verdict {
  const { kind } = one;
  const { capabilities, label } = channelTypeOf(type);
  const taken =
    kind === 'video'
      ? ['video/mp4']
      : ['image/jpeg', 'image/png', ...(capabilities.animatedPictures ? ['image/gif'] : [])];
  if (format === undefined || !taken.includes(format)) {
    const values = { what, label, taken: joined(taken.map((name) => NAMES[name] ?? name)) };
    if (format !== undefined)
      return {
        level: 'stop',
        text: t('%{what} is %{format}: %{label} shows %{taken}', {
          ...values,
          format: NAMES[format] ?? format,
        }),
      };
    return {
      level: 'stop',
      text:
        kind === 'video'
          ? t('%{what} is no video: %{label} shows %{taken}', values)
          : t('%{what} is no picture: %{label} shows %{taken}', values),
    };
  }
  const most = mostBytes(one, type);
  if (most === undefined || size === undefined || size <= most) return undefined;
  return {
    level: 'stop',
    text: t('%{what} has %{size} MB: %{label} takes at most %{most} MB', {
      what,
      size: megabytes(size),
      label,
      most: megabytes(most),
    }),
  };
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / MB) * 10) / 10);
