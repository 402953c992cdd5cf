import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The certificate that a host presented itself with. */
export interface SeenCertificate {
  host: string;
  validUntil: Date;
}

/** Milliseconds in which the certificate of a host is read once. */
const READ_AGAIN_MS = 3_600_000;
/** People type addresses: more hosts than these are forgotten, the oldest first. */
const MAX_HOSTS = 1_000;

const certificates = channel('console:certificates');
const readAt = new Map<string, number>();

/** Reports the certificate of the host behind a connection to whoever watches certificates, once an hour for each. */
export function reportCertificate(host: string, socket: Socket | null): void {
  if (!certificates.hasSubscribers || !(socket instanceof TLSSocket)) return;
  if (Date.now() - (readAt.get(host) ?? -Infinity) < READ_AGAIN_MS) return;
  readAt.delete(host);
  readAt.set(host, Date.now());
  for (const oldest of readAt.size > MAX_HOSTS ? readAt.keys() : []) {
    readAt.delete(oldest);
    break;
  }
  const validUntil = new Date(socket.getPeerCertificate().valid_to);
  if (!Number.isNaN(validUntil.getTime()))
    certificates.publish({ host, validUntil } satisfies SeenCertificate);
}

/** Calls `handler` with each certificate that this process sees. @returns how to stop */
export function onCertificate(handler: (seen: SeenCertificate) => void): () => void {
  const listener = (message: unknown): void => handler(message as SeenCertificate);
  certificates.subscribe(listener);
  return () => {
    certificates.unsubscribe(listener);
  };
}
