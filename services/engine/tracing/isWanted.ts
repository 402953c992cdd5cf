import { SettingsError } from '../settings/settings.ts';

/**
 * Whether OpenTelemetry's own variables name a collector to which traces are sent.
 * @throws SettingsError for what they ask that there is not here
 */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER'] ?? 'otlp';
  if (exporter === 'none') return false;
  if (exporter !== 'otlp')
    throw new SettingsError([`OTEL_TRACES_EXPORTER is "${exporter}": traces are sent by otlp, or by none.`]);
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? env['OTEL_EXPORTER_OTLP_PROTOCOL'] ?? 'http/protobuf';
  const isNamed = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!isNamed) return false;
  if (protocol !== 'http/protobuf')
    throw new SettingsError([
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}": traces are sent as http/protobuf, which collectors take at port 4318.`,
    ]);
  return true;
}
