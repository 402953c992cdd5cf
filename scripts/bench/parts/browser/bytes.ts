import { openTab, SPEEDS, Transfer, type StorageState, type Tab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { LIST, PART, PLAIN_LIST, PLAIN_ROWS, ROWS, type Bench } from './bench.ts';

interface Visit {
  address: string;
  session?: StorageState;
  /** Goes on from there; gives the moment when what is asked for can be used. */
  until: (tab: Tab) => Promise<number>;
}

/** How long nothing that is seen has to stay as it is for a screen to be taken as whole, in ms. */
const QUIET_MS = 2000;
/** The last of what is fetched ahead begins by then. */
const AHEAD_MS = 5000;

/**
 * What comes over the line, with nothing in the cache: all that was asked for until a screen is painted and the page
 * answers, until nothing that is seen of it changes any more, and what is fetched ahead after that.
 */
export async function bytes(bench: Bench): Promise<Measure[]> {
  const { url, session, plain } = bench;
  const usable = (selector: string) => async (tab: Tab) => (await shown(tab, selector)).usableAt;
  const form = async (tab: Tab): Promise<number> => {
    await shown(tab, ROWS);
    await tab.page.getByRole('link', { name: 'Create', exact: true }).click();
    return (await shown(tab, 'form input')).usableAt;
  };
  const of = (visit: Visit): Promise<Fetched> => measureFetched(bench, visit);
  const plainList = await of({ address: plain + PLAIN_LIST, until: usable(PLAIN_ROWS) });
  const plainForm = await of({ address: `${plain}/plainForm/`, until: usable('form input') });
  const rows = (
    name: string,
    goal: number,
    ours: Fetched,
    beside?: { of: string; fetched: Fetched },
  ): Measure[] => [
    measure(PART, name, 'KiB', [ours.usable], {
      goal: { of: 'ours', atMost: goal },
      ...(beside && { beside: { of: beside.of, samples: [beside.fetched.usable] } }),
    }),
    measure(PART, `${name}: until nothing seen changes`, 'KiB', [ours.settled], {
      ...(beside && { beside: { of: beside.of, samples: [beside.fetched.settled] } }),
    }),
    measure(PART, `${name}: fetched ahead after that`, 'KiB', [ours.ahead]),
  ];
  return [
    ...rows('to the sign-in screen', 80, await of({ address: `${url}/login`, until: usable('form input') })),
    ...rows('to the first list', 170, await of({ address: url + LIST, session, until: usable(ROWS) }), {
      of: 'plain react-admin',
      fetched: plainList,
    }),
    ...rows(
      'to the first form, a variable’s, list included',
      300,
      await of({ address: `${url}/chatbot/bot-variable`, session, until: form }),
    ),
    ...rows(
      'to the first form, a template’s, list included',
      300,
      await of({ address: `${url}/chatbot/template`, session, until: form }),
      { of: 'plain rjsf, no list', fetched: plainForm },
    ),
  ];
}

/** KiB: `settled` includes what is `usable`, `ahead` is all the rest. */
interface Fetched {
  usable: number;
  settled: number;
  ahead: number;
}

async function measureFetched({ browser }: Bench, { address, session, until }: Visit): Promise<Fetched> {
  const tab = await openTab(browser, { session, speed: SPEEDS.full });
  try {
    const transfer = new Transfer(tab.cdp);
    await tab.page.goto(address, { waitUntil: 'commit' });
    const usableAt = await until(tab);
    const settledAt = await tab.page.evaluate((quiet) => window.bench.settled(quiet), QUIET_MS);
    await tab.page.waitForTimeout(AHEAD_MS - QUIET_MS);
    await tab.page.waitForLoadState('networkidle');
    const { until: usable } = transfer.kib(usableAt);
    const { until: settled, after: ahead } = transfer.kib(Math.max(usableAt, settledAt));
    return { usable, settled, ahead };
  } finally {
    await tab.close();
  }
}

const shown = ({ page }: Tab, selector: string): Promise<Shown> =>
  page.evaluate((what) => window.bench.shown(what), selector);
