interface Waiting<In, Out> {
  asked: In;
  resolve(out: Out): void;
  reject(error: unknown): void;
}

/**
 * Does together what is asked for at the same time: what arrives while one turn is under way goes into the next one, so
 * that many who wait share a transaction. What fails together is tried one by one: nobody fails for another's sake.
 */
export class Together<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private isBusy = false;

  /**
   * @param work does all or nothing; gives an outcome for each, in their order
   * @param most what one turn takes, by `sizeOf`; one that is bigger has a turn of its own
   */
  constructor(
    private readonly work: (all: readonly In[]) => Promise<readonly Out[]>,
    private readonly most: number,
    private readonly sizeOf: (one: In) => number = () => 1,
  ) {}

  ask(asked: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ asked, resolve, reject });
      if (!this.isBusy) void this.doAll();
    });
  }

  private async doAll(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      let size = 0;
      let count = 0;
      for (const { asked } of this.waiting) {
        if (count > 0 && size + this.sizeOf(asked) > this.most) break;
        size += this.sizeOf(asked);
        count += 1;
      }
      await this.turn(this.waiting.splice(0, count));
    }
    this.isBusy = false;
  }

  private async turn(all: Waiting<In, Out>[]): Promise<void> {
    try {
      const outcomes = await this.work(all.map(({ asked }) => asked));
      all.forEach(({ resolve }, at) => resolve(outcomes[at] as Out));
    } catch (error) {
      const [only] = all;
      if (all.length === 1) only?.reject(error);
      else for (const one of all) await this.turn([one]);
    }
  }
}
