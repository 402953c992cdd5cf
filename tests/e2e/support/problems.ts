import { expect, type BrowserContext, type ConsoleMessage } from '@playwright/test';

/** What a test must not see happen: console noise, uncaught errors, requests that leave for another host. */
export class Problems {
  private readonly found: string[] = [];
  private readonly allowed: RegExp[] = [];

  /** Accepts problems that a test brings about on purpose, such as the browser's line about a refused request. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  async watch(context: BrowserContext, origin: string): Promise<void> {
    context.on('console', (message) => {
      if (isNoise(message))
        this.found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.found.push(`uncaught: ${error.error().message}`));
    await context.route(
      (url) => url.protocol.startsWith('http') && url.origin !== origin,
      (route) => {
        this.found.push(`request to another host: ${route.request().url()}`);
        return route.abort();
      },
    );
  }

  expectNone(): void {
    const unexpected = this.found.filter((problem) => !this.allowed.some((pattern) => pattern.test(problem)));
    expect(unexpected, 'errors, warnings and foreign requests during the test').toEqual([]);
  }
}

const isNoise = (message: ConsoleMessage) => message.type() === 'error' || message.type() === 'warning';
