import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Relays between the nodes, any of which can be cut. */
export class Relays {
  private readonly process: ChildProcess = fork('tests/failover/relayProcess.ts', {
    execArgv: ['--import', 'tsx'],
  });

  /** @returns the port that leads to the other one */
  async open(target: number): Promise<number> {
    this.process.send({ open: target });
    const [{ port }] = (await once(this.process, 'message')) as [{ port: number }];
    return port;
  }

  cut(ports: number[]): void {
    this.process.send({ cut: ports });
  }

  mend(ports: number[]): void {
    this.process.send({ mend: ports });
  }

  stop(): void {
    this.process.kill('SIGKILL');
  }
}
