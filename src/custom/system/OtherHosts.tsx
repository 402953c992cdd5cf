import type { SystemResponse, SystemCertificate, SystemHost } from '../../../schemas/system/responses.ts';
import { dayText } from '../../resources/fields/date/index.tsx';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { formatNumber, toDay } from '../../resources/format.ts';
import { type Column, TableSection } from './parts.tsx';
import { t } from '../../../schemas/texts/translate.ts';

const HOST_COLUMNS: readonly Column<SystemHost>[] = [
  { title: t('Host'), cell: ({ host }) => (host === 'webhook' ? t('Webhooks of the workspace') : host) },
  { title: t('Calls'), isNumber: true, cell: ({ calls }) => formatNumber(calls) },
  { title: t('Failed'), isNumber: true, cell: ({ failed }) => formatNumber(failed) },
  {
    title: t('Last failure'),
    cell: ({ lastFailure }) =>
      lastFailure ? (
        <Dot tone="danger">
          {lastFailure.answer}, {relativeText(new Date(lastFailure.at))}
        </Dot>
      ) : (
        t('None')
      ),
  },
];

/** Calls to platforms and webhooks in the last ten minutes. */
export const Hosts = ({ hosts }: Pick<SystemResponse, 'hosts'>) => (
  <TableSection
    title={t('Other services')}
    note={t('Calls to platforms and webhooks in the last ten minutes.')}
    none={t('No calls in the last ten minutes.')}
    rows={hosts}
    keyOf={({ host }) => host}
    columns={HOST_COLUMNS}
  />
);

const CERTIFICATE_COLUMNS: readonly Column<SystemCertificate>[] = [
  { title: t('Host'), cell: ({ host }) => host },
  { title: t('Expires'), cell: ({ validUntil }) => dayText(toDay(new Date(validUntil))) },
  { title: t('Seen'), cell: ({ seenAt }) => relativeText(new Date(seenAt)) },
];

/** Expiry of the certificates of hosts that the services call, including the console's own address. */
export const Certificates = ({ certificates }: Pick<SystemResponse, 'certificates'>) => (
  <TableSection
    title={t('Certificates')}
    note={t('Of webhooks, platforms and the console’s own address, those that expire first.')}
    rows={certificates}
    keyOf={({ host }) => host}
    columns={CERTIFICATE_COLUMNS}
  />
);
