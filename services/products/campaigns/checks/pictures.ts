import type { CheckDetail } from '../../../../schemas/model/responses.ts';
import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { fileIdFromUrl } from '../../../../schemas/model/files.ts';
import { detectFileType } from '../../../engine/files/sniff.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { findSnapshot } from '../approval.ts';
import { joinWithAnd } from '../joinWithAnd.ts';
import { findProbeFault, probeAll, abbreviate, combineFaults, type MessageAddress } from './addresses.ts';
import { fingerprintOf, mediaIn, externalAddresses } from './pictureFingerprints.ts';
import { pluralize, ok, loadSubject } from './subject.ts';
import { message, t } from '../../../../schemas/texts/translate.ts';

type Fault = CheckDetail & {
  level: 'warning' | 'stop';
  hasChanged?: boolean;
  wasNotLoaded?: boolean;
  isWrongSize?: boolean;
};
/** Type and size of a picture or video, uploaded or external. */
interface Media {
  type: string | undefined;
  size: number | undefined;
  /** In pixels, of an uploaded picture. */
  width?: number | null;
  height?: number | null;
}

const MB = 1024 * 1024;
const FORMAT_NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
};

const isDifferent = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now;

function describeWarnings(faults: readonly Fault[], label: string): string {
  const changed = faults.filter((fault) => fault.hasChanged).length;
  const notLoaded = faults.filter((fault) => fault.wasNotLoaded).length;
  const wrongSize = faults.filter((fault) => fault.isWrongSize).length;
  const unavailable = faults.length - changed - notLoaded - wrongSize;
  const sentences = [
    unavailable > 0 &&
      pluralize(
        unavailable,
        message('%{count} picture could not be loaded.'),
        message('%{count} pictures could not be loaded.'),
      ),
    changed > 0 &&
      pluralize(
        changed,
        message('%{count} picture was changed since approval was asked for.'),
        message('%{count} pictures were changed since approval was asked for.'),
      ),
    notLoaded > 0 &&
      pluralize(
        notLoaded,
        message('%{count} picture was not loaded when approval was asked for.'),
        message('%{count} pictures were not loaded when approval was asked for.'),
      ),
    wrongSize > 0 &&
      pluralize(
        wrongSize,
        message('%{count} picture is not of the size that %{label} shows.'),
        message('%{count} pictures are not of the size that %{label} shows.'),
        { label },
      ),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Checks that pictures and videos load, fit the platform's formats and sizes, and are unchanged on other sites. */
export const picturesCheck: EntityCheck = {
  label: message('Pictures'),
  async run(call, context) {
    const { broadcast, composed, locate, type } = await loadSubject(call, context);
    if (!composed.answer) return undefined;
    const media = mediaIn(composed.answer);
    if (media.length === 0) return undefined;
    const probes = await probeAll(externalAddresses(media), call, context);
    const { pictures: fingerprints = {} } = (await findSnapshot(context.db, broadcast.id)) ?? {};
    const isApprovalRequested = broadcast.approval === 'asked';
    const { messages } = composed.answer;
    const mustBeSquare = ({ pointer }: MessageAddress): boolean =>
      messages[Number(pointer.split('/')[2])]?.type === 'image_carousel';
    const files = new Map<string, Media | undefined>();
    for (const { address } of media) {
      const id = fileIdFromUrl(address);
      if (id !== undefined) files.set(address, await context.files.find(id));
    }
    const findFault = (one: MessageAddress): MediaFault | undefined => {
      const { address } = one;
      if (files.has(address))
        return checkUploadedFile(
          one,
          files.get(address),
          { type, mustBeSquare: mustBeSquare(one) },
          context.settings.publicUrl,
        );
      const found = probes.get(address);
      const fault = checkExternalMedia(one, found, type);
      if (fault) return fault;
      const what = abbreviate(address);
      if (isDifferent(fingerprints[address], fingerprintOf(found)))
        return {
          level: 'warning',
          text: t('%{what} shows something else than when approval was asked for', { what }),
          hasChanged: true,
        };
      if (isApprovalRequested && fingerprints[address] === undefined)
        return {
          level: 'warning',
          text: t(
            '%{what} was not loaded when approval was asked for: nobody can tell whether it is still the same',
            { what },
          ),
          wasNotLoaded: true,
        };
      return undefined;
    };
    return () => {
      const faults = media.flatMap((one): Fault[] => {
        const fault = findFault(one);
        return fault ? [{ ...fault, at: locate(one.pointer) }] : [];
      });
      const { label } = channelTypeOf(type);
      return (
        combineFaults(
          faults.map(({ level, text, at: where }) => ({ level, text, at: where })),
          (level, number) =>
            level === 'stop'
              ? pluralize(
                  number,
                  message('%{count} picture cannot be shown on %{label}.'),
                  message('%{count} pictures cannot be shown on %{label}.'),
                  { label },
                )
              : describeWarnings(faults, label),
        ) ??
        ok(
          [
            pluralize(media.length, message('%{count} picture loads.'), message('%{count} pictures load.')),
            ...describeUnknownSizes(media, probes, type),
          ].join(' '),
        )
      );
    };
  },
};

/** Says of how many pictures the site does not send the size, so that it is not checked. */
function describeUnknownSizes(
  media: readonly MessageAddress[],
  probes: ReadonlyMap<string, Probe>,
  type: ChannelType,
): string[] {
  const unknownSizes = media.filter((one) => {
    const found = probes.get(one.address);
    return found?.state === 'answered' && found.size === undefined && maxBytes(one, type) !== undefined;
  }).length;
  return unknownSizes === 0
    ? []
    : [t('The size of %{count} of them was not told and not checked.', { count: unknownSizes })];
}

function maxBytes({ kind }: MessageAddress, type: ChannelType): number | undefined {
  const { limits = {} } = channelTypeOf(type);
  if (kind === 'video') return undefined;
  return kind === 'preview' ? (limits.previewBytes ?? limits.pictureBytes) : limits.pictureBytes;
}

type MediaFault = Omit<Fault, 'at'>;

function checkExternalMedia(
  one: MessageAddress,
  found: Probe | undefined,
  type: ChannelType,
): MediaFault | undefined {
  const what = abbreviate(one.address);
  if (!found) return { level: 'warning', text: t('%{what} was not loaded', { what }) };
  const fault = findProbeFault(found, what);
  if (fault || found.state !== 'answered') return fault;
  return checkFormatAndSize(one, { type: detectFileType(found.head), size: found.size }, type, what);
}

function checkUploadedFile(
  one: MessageAddress,
  file: Media | undefined,
  { type, mustBeSquare }: { type: ChannelType; mustBeSquare: boolean },
  publicUrl: string | undefined,
): MediaFault | undefined {
  if (!file) return { level: 'stop', text: t('The uploaded file is no longer there') };
  const isFetchedByPlatform = capabilitiesOf(type).chatPage !== true;
  if (isFetchedByPlatform && !publicUrl?.startsWith('https:'))
    return {
      level: 'warning',
      text: t('The uploaded file cannot be fetched: the services need an https address (PUBLIC_URL)'),
    };
  return (
    checkFormatAndSize(one, file, type, t('The uploaded file')) ??
    (mustBeSquare ? checkSquare(file, type) : undefined)
  );
}

/** Pictures of an image carousel must be square: the platform crops others, or does not show them. */
function checkSquare({ width, height }: Media, type: ChannelType): MediaFault | undefined {
  const { limits = {}, label } = channelTypeOf(type);
  const maxWidth = limits.squareWidth;
  if (maxWidth === undefined || !width || !height || (width === height && width <= maxWidth))
    return undefined;
  return {
    level: 'warning',
    isWrongSize: true,
    text: t(
      'The uploaded file is %{width} × %{height} pixels: in an image carousel %{label} shows square pictures of at most %{most} × %{most}',
      { width, height, label, most: maxWidth },
    ),
  };
}

/** @param what the picture or video, as people read it */
function checkFormatAndSize(
  one: MessageAddress,
  { type: format, size }: Media,
  type: ChannelType,
  what: string,
): MediaFault | undefined {
  const { kind } = one;
  const { capabilities, label } = channelTypeOf(type);
  const acceptedFormats =
    kind === 'video'
      ? ['video/mp4']
      : ['image/jpeg', 'image/png', ...(capabilities.animatedPictures ? ['image/gif'] : [])];
  if (format === undefined || !acceptedFormats.includes(format)) {
    const values = {
      what,
      label,
      taken: joinWithAnd(acceptedFormats.map((name) => FORMAT_NAMES[name] ?? name)),
    };
    if (format !== undefined)
      return {
        level: 'stop',
        text: t('%{what} is %{format}: %{label} shows %{taken}', {
          ...values,
          format: FORMAT_NAMES[format] ?? format,
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
  const limit = maxBytes(one, type);
  if (limit === undefined || size === undefined || size <= limit) return undefined;
  return {
    level: 'stop',
    text: t('%{what} has %{size} MB: %{label} takes at most %{most} MB', {
      what,
      size: megabytes(size),
      label,
      most: megabytes(limit),
    }),
  };
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / MB) * 10) / 10);
