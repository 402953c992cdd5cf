import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The certificate that a host presented itself with. */
export interface HostCertificate {
  host: string;
  validUntil: Date;
}

/** Milliseconds between two reports of one host. */
const REPORT_INTERVAL_MS = 3_600_000;
/** Bounds memory, since people type addresses; beyond it, the oldest host is dropped. */
const MAX_HOSTS = 1_000;

const certificates = channel('console:certificates');
const reportedAt = new Map<string, number>();

/** Publishes the certificate of a connection's host to subscribers, once an hour per host. */
export function reportCertificate(host: string, socket: Socket | null): void {
  if (!certificates.hasSubscribers || !(socket instanceof TLSSocket)) return;
  if (Date.now() - (reportedAt.get(host) ?? -Infinity) < REPORT_INTERVAL_MS) return;
  reportedAt.delete(host);
  reportedAt.set(host, Date.now());
  for (const oldest of reportedAt.size > MAX_HOSTS ? reportedAt.keys() : []) {
    reportedAt.delete(oldest);
    break;
  }
  const validUntil = new Date(socket.getPeerCertificate().valid_to);
  if (!Number.isNaN(validUntil.getTime()))
    certificates.publish({ host, validUntil } satisfies HostCertificate);
}

/** Calls `handler` with each certificate that this process sees. @returns how to unsubscribe */
export function onCertificate(handler: (seen: HostCertificate) => void): () => void {
  const listener = (message: unknown): void => handler(message as HostCertificate);
  certificates.subscribe(listener);
  return () => {
    certificates.unsubscribe(listener);
  };
}
