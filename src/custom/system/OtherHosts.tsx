import type { SystemAnswer } from '../../../schemas/system/answers.ts';
import { dayText } from '../../resources/fields/date/index.tsx';
import { relativeText } from '../../resources/fields/relative-time/index.tsx';
import { Dot } from '../../resources/fields/shared/Badge.tsx';
import { formatNumber, toDay } from '../../resources/fields/shared/format.ts';
import { Section, Table } from './parts.tsx';

/** How platforms and webhooks answered within ten minutes. */
export const Hosts = ({ hosts }: Pick<SystemAnswer, 'hosts'>) => (
  <Section title="Other hosts" note="Calls of platforms and webhooks within ten minutes, by all processes.">
    {hosts.length === 0 ? (
      <p>No calls in the last ten minutes.</p>
    ) : (
      <Table aria-label="Other hosts">
        <thead>
          <tr>
            <th scope="col">Host</th>
            <th scope="col" className="number">
              Calls
            </th>
            <th scope="col" className="number">
              Failed
            </th>
            <th scope="col">Last failure</th>
          </tr>
        </thead>
        <tbody>
          {hosts.map(({ host, calls, failed, lastFailure }) => (
            <tr key={host}>
              <th scope="row">{host === 'webhook' ? 'Webhooks of the workspace' : host}</th>
              <td className="number">{formatNumber(calls)}</td>
              <td className="number">{formatNumber(failed)}</td>
              <td>
                {lastFailure ? (
                  <Dot tone="danger">
                    {lastFailure.answer}, {relativeText(new Date(lastFailure.at))}
                  </Dot>
                ) : (
                  'None'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Section>
);

/** Until when the certificates of hosts hold that the services call, the public address of the console among them. */
export const Certificates = ({ certificates }: Pick<SystemAnswer, 'certificates'>) => (
  <Section
    title="Certificates"
    note="Of webhooks, platforms and the console’s own address, those that expire first."
  >
    <Table aria-label="Certificates">
      <thead>
        <tr>
          <th scope="col">Host</th>
          <th scope="col">Expires</th>
          <th scope="col">Seen</th>
        </tr>
      </thead>
      <tbody>
        {certificates.map(({ host, validUntil, seenAt }) => (
          <tr key={host}>
            <th scope="row">{host}</th>
            <td>{dayText(toDay(new Date(validUntil)))}</td>
            <td>{relativeText(new Date(seenAt))}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Section>
);
