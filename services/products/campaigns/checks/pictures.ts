import type { CheckDetail } from '../../../../schemas/model/answers.ts';
import { capabilitiesOf, channelTypeOf } from '../../../../schemas/channels/registry.ts';
import type { ChannelType } from '../../../../schemas/channels/types.ts';
import { fileIdIn } from '../../../../schemas/model/files.ts';
import { typeOfBytes } from '../../../engine/files/sniff.ts';
import type { EntityCheck } from '../../../engine/modules/module.ts';
import type { Probe } from '../../../engine/outbound/probe.ts';
import { addressesIn, faultOf, probeAll, shown, worst, type MessageAddress } from './addresses.ts';
import { counted, ok, subjectOf } from './subject.ts';

type Fault = CheckDetail & { level: 'warning' | 'stop' };
/** What is known of a picture or video, wherever it is. */
interface Media {
  type: string | undefined;
  size: number | undefined;
}

const MB = 1024 * 1024;
/** What the platform asks an imagemap's base address for. */
const WIDEST = '/1040';
const NAMES: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'video/mp4': 'MP4',
};

/** Pictures and videos load, in a format and a size that the channel's platform takes. */
export const picturesCheck: EntityCheck = {
  label: 'Pictures',
  async run(call, context) {
    const { composed, at, type } = await subjectOf(call, context);
    if (!composed.answer) return undefined;
    const media = mediaOf(addressesIn(composed.answer));
    if (media.length === 0) return undefined;
    const outside = media.filter(({ address }) => fileIdIn(address) === undefined);
    const probes = await probeAll(
      outside.map(({ address }) => address),
      call,
      context,
    );
    const faults: Fault[] = [];
    for (const one of media) {
      const id = fileIdIn(one.address);
      const said =
        id === undefined
          ? judgeProbe(one, probes.get(one.address), type)
          : judgeFile(one, await context.files.find(id), type, context.settings.publicUrl);
      const name = id === undefined ? shown(one.address) : 'The uploaded file';
      if (said) faults.push({ level: said.level, text: `${name} ${said.text}`, at: at(one.pointer) });
    }
    return (
      worst(faults, (level, number) =>
        level === 'stop'
          ? `${counted(number, 'picture cannot', 'pictures cannot')} be shown on ${channelTypeOf(type).label}.`
          : `${counted(number, 'picture', 'pictures')} could not be loaded.`,
      ) ?? ok(`${counted(media.length, 'picture loads', 'pictures load')}.`)
    );
  },
};

/** An imagemap whose picture was uploaded here is fetched from here. */
function mediaOf(addresses: readonly MessageAddress[]): MessageAddress[] {
  const parent = ({ pointer }: MessageAddress): string => pointer.slice(0, pointer.lastIndexOf('/'));
  const uploaded = new Set(addresses.filter(({ address }) => fileIdIn(address) !== undefined).map(parent));
  return addresses
    .filter((one) => one.kind !== 'link' && !(one.kind === 'imagemap' && uploaded.has(parent(one))))
    .map((one) => (one.kind === 'imagemap' ? { ...one, address: `${one.address}${WIDEST}` } : one));
}

type Verdict = Pick<Fault, 'level' | 'text'> | undefined;

function judgeProbe(one: MessageAddress, found: Probe | undefined, type: ChannelType): Verdict {
  if (!found) return { level: 'warning', text: 'was not loaded' };
  const fault = faultOf(found);
  if (fault || found.state !== 'answered') return fault;
  return judgeMedia(one, { type: typeOfBytes(found.head), size: found.size }, type);
}

function judgeFile(
  one: MessageAddress,
  file: Media | undefined,
  type: ChannelType,
  publicUrl: string | undefined,
): Verdict {
  if (!file) return { level: 'stop', text: 'is no longer there' };
  const isFetched = capabilitiesOf(type).chatPage !== true;
  if (isFetched && !publicUrl?.startsWith('https:'))
    return { level: 'warning', text: 'cannot be fetched: the services need an https address (PUBLIC_URL)' };
  return judgeMedia(one, file, type);
}

function judgeMedia({ kind }: MessageAddress, { type: format, size }: Media, type: ChannelType): Verdict {
  const { capabilities, limits = {}, label } = channelTypeOf(type);
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
    return { level: 'stop', text: `${is}: ${label} shows ${taken.map((name) => NAMES[name]).join(' and ')}` };
  }
  if (kind === 'video') return undefined;
  const most = kind === 'preview' ? (limits.previewBytes ?? limits.pictureBytes) : limits.pictureBytes;
  if (most === undefined || size === undefined || size <= most) return undefined;
  return { level: 'stop', text: `has ${megabytes(size)} MB: ${label} takes at most ${megabytes(most)} MB` };
}

const megabytes = (bytes: number): string => String(Math.ceil((bytes / MB) * 10) / 10);
