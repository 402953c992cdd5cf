import '../../services/channels/registry.ts';
import { describedSettings } from '../../services/engine/settings/settings.ts';

/** Table of the environment variables. */
export function settingsTable(): string {
  const rows = describedSettings().map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${description} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** `text` with what stands between `<!-- name -->` and `<!-- /name -->` replaced. */
export function replaceBetween(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The markers ${start} and ${end} are missing`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}
