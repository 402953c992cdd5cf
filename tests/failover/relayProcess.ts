/** The relays run in a process of their own, so that a busy test does not delay them. */
import process from 'node:process';
import { Relay } from './relay.ts';

const relays = new Map<number, Relay>();

process.on('message', async ({ open, cut, mend }: { open?: number; cut?: number[]; mend?: number[] }) => {
  if (open !== undefined) {
    const relay = await Relay.open(open);
    relays.set(relay.port, relay);
    process.send?.({ port: relay.port });
  }
  for (const port of cut ?? []) relays.get(port)?.cut();
  for (const port of mend ?? []) relays.get(port)?.restore();
});
process.on('disconnect', () => process.exit());
