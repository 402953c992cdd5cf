import { storedText } from '../../../schemas/texts/stored.ts';
import { message } from '../../../schemas/texts/translate.ts';
/** The cause of an error of Meta, which tells who can resolve it. */
type MetaCause =
  /** A limit on the number of calls. */
  | 'limit'
  /** Meta's own trouble. */
  | 'meta'
  /** The access token. */
  | 'token'
  /** A permission that the app or the token lacks. */
  | 'permission'
  /** A restriction of the page. */
  | 'page'
  /** The 24 hours after the person's last message. */
  | 'window'
  /** The person cannot be reached. */
  | 'person'
  /** This message; others to the same person may be accepted. */
  | 'message';

/**
 * The outcome of a call: `retry` with backoff; `refuse`: it failed for good; `unclear`: it may have arrived, and is never
 * retried.
 */
type MetaOutcome = 'retry' | 'refuse' | 'unclear';

export interface MetaError {
  code: number;
  /** The last code of a range that begins with `code`. */
  to?: number;
  subcode?: number;
  /** What Meta's reference says. */
  meaning: string;
  cause: MetaCause;
  outcome: MetaOutcome;
  /** What people read at the message; `%{message}` is Meta's own message. */
  sentence: string;
  /** What people read where no message was sent: at the test of a channel. */
  channelMessage?: string;
}

const OUTSIDE_WINDOW = {
  cause: 'window',
  outcome: 'refuse',
  sentence: message('Facebook takes answers only within 24 hours of the person’s last message'),
} as const;
const RATE_LIMIT = {
  cause: 'limit',
  outcome: 'retry',
  sentence: message('Facebook takes no more messages now'),
  channelMessage: message('Facebook takes no more requests now. Try again later.'),
} as const;
const PERMISSION = {
  cause: 'permission',
  outcome: 'refuse',
  sentence: message('The access token lacks a permission. Allow pages_messaging and pages_manage_metadata.'),
} as const;
const UNREACHABLE_PERSON = {
  cause: 'person',
  outcome: 'refuse',
  sentence: message('This person receives no messages from the page now: they blocked it, or left Messenger'),
} as const;
const UNKNOWN_PAGE = message(
  'Facebook does not know that page, or the access token is of another one. Choose the page again.',
);

/**
 * The errors of the Messenger Platform and the Graph API that a page meets, by their reference of 2026: "Common Error
 * Codes", "Handling Errors" and "Rate Limits". A row with a subcode stands before the one without.
 */
export const META_ERRORS: readonly MetaError[] = [
  {
    ...{ code: 1, meaning: 'An unknown error occurred', cause: 'meta', outcome: 'unclear' },
    sentence: message('Facebook answered with an unknown error, and may have delivered it'),
    channelMessage: message('Facebook answered with an unknown error. Try again later.'),
  },
  {
    ...{ code: 1, subcode: 99, cause: 'meta', outcome: 'unclear' },
    meaning: 'An unknown error occurred; missing permissions can cause it',
    sentence: message(
      'Facebook answered with an unknown error, and may have delivered it. Check the app’s permissions.',
    ),
    channelMessage: message('Facebook answered with an unknown error. Check the app’s permissions.'),
  },
  {
    ...{ code: 1, subcode: 1357046, cause: 'meta', outcome: 'unclear' },
    meaning: 'Received invalid JSON reply; the messages are all sent, but an error is returned',
    sentence: message('Facebook answered with an error after it took the message'),
  },
  {
    ...{ code: 2, meaning: 'An unexpected error has occurred', cause: 'meta', outcome: 'unclear' },
    sentence: message('Facebook had an unexpected error, and may have delivered it'),
    channelMessage: message('Facebook has an error of its own. Try again later.'),
  },
  { code: 3, meaning: 'Capability or permissions issue', ...PERMISSION },
  { code: 4, meaning: 'Application request limit reached', ...RATE_LIMIT },
  { code: 9, meaning: 'User is performing too many actions', ...RATE_LIMIT },
  { code: 10, meaning: 'Permission is not granted or was removed', ...PERMISSION },
  { code: 10, subcode: 2018065, meaning: 'Sent outside of the allowed window', ...OUTSIDE_WINDOW },
  {
    code: 10,
    subcode: 2018108,
    meaning: 'They can’t receive your messages right now',
    ...UNREACHABLE_PERSON,
  },
  { code: 10, subcode: 2018278, meaning: 'Sent outside of the allowed window', ...OUTSIDE_WINDOW },
  { code: 10, subcode: 2534022, meaning: 'Sent outside of the allowed window', ...OUTSIDE_WINDOW },
  {
    ...{ code: 10, subcode: 1893063, cause: 'page', outcome: 'refuse' },
    meaning: 'You are temporarily restricted from sending messages',
    sentence: message('Facebook restricts what this page sends for now. See the page’s quality at Facebook.'),
  },
  { code: 17, meaning: 'User request limit reached', ...RATE_LIMIT },
  { code: 32, meaning: 'Page request limit reached', ...RATE_LIMIT },
  {
    ...{ code: 100, meaning: 'Invalid parameter', cause: 'message', outcome: 'refuse' },
    ...{ sentence: message('Facebook refused the message: %{message}'), channelMessage: UNKNOWN_PAGE },
  },
  {
    ...{ code: 100, subcode: 33, cause: 'page', outcome: 'refuse' },
    ...{ meaning: 'The object does not exist, or permissions are missing', sentence: UNKNOWN_PAGE },
  },
  {
    ...{ code: 100, subcode: 2018001, meaning: 'No matching user found', cause: 'person', outcome: 'refuse' },
    sentence: message('Facebook knows no such person: the account is gone, or it wrote to another page'),
  },
  {
    ...{ code: 100, subcode: 2018008, cause: 'message', outcome: 'refuse' },
    meaning: 'Failed to fetch the file from the URL',
    sentence: message('Facebook could not fetch the picture or video from its address'),
  },
  {
    ...{ code: 100, subcode: 2018047, cause: 'message', outcome: 'refuse' },
    meaning: 'Upload attachment failure: the media type does not match the file',
    sentence: message(
      'Facebook could not take the picture or video: it is of another type than its address says',
    ),
  },
  {
    ...{ code: 100, subcode: 2018074, cause: 'message', outcome: 'refuse' },
    meaning: 'Possible invalid id, or you do not own the attachment',
    sentence: message('Facebook no longer has the picture or video'),
  },
  {
    ...{ code: 100, subcode: 2018109, cause: 'message', outcome: 'refuse' },
    meaning: 'Attachment size exceeds allowable limit',
    sentence: message('The picture or video is larger than Facebook allows'),
  },
  {
    ...{ code: 100, subcode: 2018294, cause: 'message', outcome: 'refuse' },
    meaning: 'Video upload timed out or video is corrupted',
    sentence: message('Facebook could not load the video within 75 seconds, or it is damaged'),
  },
  {
    ...{ code: 100, subcode: 2534015, meaning: 'Invalid message data', cause: 'message', outcome: 'refuse' },
    sentence: message('Facebook refused the message: %{message}'),
  },
  {
    ...{ code: 102, meaning: 'The session is expired or invalid', cause: 'token', outcome: 'refuse' },
    sentence: message('Facebook does not accept the access token. Connect the page again.'),
  },
  {
    ...{ code: 190, meaning: 'Invalid OAuth access token', cause: 'token', outcome: 'refuse' },
    sentence: message('Facebook does not accept the access token. Connect the page again.'),
  },
  { code: 200, subcode: 1545041, meaning: 'This person isn’t available right now', ...UNREACHABLE_PERSON },
  {
    ...{ code: 200, subcode: 2018028, cause: 'permission', outcome: 'refuse' },
    meaning: 'The app is not live: only its admins, developers and testers can be written to',
    sentence: message('The app is not live: only its admins, developers and testers get messages'),
  },
  { code: 200, to: 299, meaning: 'A permission is missing', ...PERMISSION },
  { code: 341, meaning: 'Application limit reached', ...RATE_LIMIT },
  {
    ...{ code: 368, cause: 'page', outcome: 'refuse' },
    meaning: 'Temporarily blocked for policies violations',
    sentence: message('Facebook blocks what this page sends for now. See the page’s quality at Facebook.'),
  },
  { code: 551, meaning: 'This person isn’t receiving messages from you right now', ...UNREACHABLE_PERSON },
  { code: 613, meaning: 'Calls to this API have exceeded the rate limit', ...RATE_LIMIT },
  {
    ...{ code: 1200, meaning: 'Temporary send message failure', cause: 'meta', outcome: 'retry' },
    sentence: message('Facebook could not send it for the time being'),
    channelMessage: message('Facebook has an error of its own. Try again later.'),
  },
  { code: 80000, to: 80014, meaning: 'Too many calls to this page or account', ...RATE_LIMIT },
  {
    ...{ code: 2018300, cause: 'page', outcome: 'refuse' },
    meaning: 'Another app is controlling this thread now',
    sentence: message('Another app has the conversation with this person now'),
  },
  {
    ...{ code: 2018321, cause: 'meta', outcome: 'retry' },
    meaning: 'Messenger is in an automated question and answer flow with the person',
    sentence: message('Messenger itself is asking the person questions'),
  },
];

interface MetaResponse {
  status: number;
  body?: Record<string, unknown> | undefined;
}

/** The row that an error belongs to, with sentences for people. */
type ClassifiedMetaError = Pick<MetaError, 'cause' | 'outcome' | 'sentence'> & { channelMessage: string };

/**
 * Classifies a response of Meta other than 200. An error that Meta calls transient is retried, unless the call may have
 * arrived.
 */
export function classifyMetaError({ status, body }: MetaResponse): ClassifiedMetaError {
  const error = (body?.['error'] ?? {}) as Record<string, unknown>;
  const { code, error_subcode: subcode, message: metaMessage, is_transient: isTransient } = error;
  const row = findRow(code, subcode);
  const classified = row ?? unknownError(status, code, metaMessage);
  const reason = typeof metaMessage === 'string' && metaMessage !== '' ? metaMessage : `status ${status}`;
  const sentence = storedText(classified.sentence, { status, message: reason.slice(0, 200) });
  return {
    cause: classified.cause,
    outcome: isTransient === true && row?.outcome !== 'unclear' ? 'retry' : classified.outcome,
    ...{
      sentence,
      channelMessage:
        classified.channelMessage === undefined
          ? endSentence(classified.sentence, sentence)
          : storedText(classified.channelMessage, { status }),
    },
  };
}

const endSentence = (english: string, sentence: string): string =>
  english.endsWith('.') ? sentence : storedText('%{sentence}.', { sentence });

function findRow(code: unknown, subcode: unknown): MetaError | undefined {
  if (typeof code !== 'number') return undefined;
  const matching = META_ERRORS.filter((row) => code >= row.code && code <= (row.to ?? row.code));
  return (
    matching.find((row) => row.subcode !== undefined && row.subcode === subcode) ??
    matching.find((row) => row.subcode === undefined)
  );
}

/** Classifies an error that is not in the table by its status. */
function unknownError(
  status: number,
  code: unknown,
  metaMessage: unknown,
): Pick<MetaError, 'cause' | 'outcome' | 'sentence' | 'channelMessage'> {
  const channelMessage =
    status === 404 ? UNKNOWN_PAGE : message('Facebook answered with status %{status}. Try again later.');
  if (status === 429) return RATE_LIMIT;
  if (status >= 500)
    return {
      ...{ cause: 'meta', outcome: 'unclear', channelMessage },
      sentence: message('Facebook answered with status %{status}, and may have delivered it'),
    };
  const hasDetails = code !== undefined || metaMessage !== undefined;
  return {
    ...{ cause: 'meta', outcome: 'refuse', channelMessage },
    sentence: hasDetails
      ? message('Facebook refused it: %{message}')
      : message('Facebook answered with status %{status}'),
  };
}
