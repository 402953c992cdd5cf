import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Controls the relays between the nodes, in their own process. */
export class Relays {
  private readonly relayProcess: ChildProcess = fork('tests/failover/relayProcess.ts', {
    execArgv: ['--import', 'tsx'],
  });

  /** @returns the port of a relay to the target port */
  async open(target: number): Promise<number> {
    this.relayProcess.send({ open: target });
    const [{ port }] = (await once(this.relayProcess, 'message')) as [{ port: number }];
    return port;
  }

  cut(ports: number[]): void {
    this.relayProcess.send({ cut: ports });
  }

  restore(ports: number[]): void {
    this.relayProcess.send({ mend: ports });
  }

  stop(): void {
    this.relayProcess.kill('SIGKILL');
  }
}
