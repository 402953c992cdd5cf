import { SettingsError } from '../settings/settings.ts';

/**
 * Whether OpenTelemetry's standard variables name a collector for traces.
 * @throws SettingsError if they name an unsupported exporter or protocol
 */
export function isTracingEnabled(env: NodeJS.ProcessEnv): boolean {
  // OpenTelemetry treats an empty variable as unset.
  const read = (...names: string[]): string | undefined => names.map((name) => env[name]).find(Boolean);
  const isNamed = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT') !== undefined;
  if (!isNamed || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return false;
  const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (exporter === 'none') return false;
  if (exporter !== 'otlp')
    throw new SettingsError([`OTEL_TRACES_EXPORTER is "${exporter}": traces are sent by otlp, or by none.`]);
  const protocol =
    read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf')
    throw new SettingsError([
      `OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}": traces are sent as http/protobuf, which collectors take at port 4318.`,
    ]);
  return true;
}
