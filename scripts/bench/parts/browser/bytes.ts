import { openTab, SPEEDS, Transfer, type StorageState, type Tab } from '../../lib/chromium.ts';
import { measure, type Measure } from '../../lib/results.ts';
import { LIST, PART, PLAIN_LIST, PLAIN_ROWS, ROWS, type Bench } from './bench.ts';

interface Visit {
  address: string;
  session?: StorageState;
  /** Goes on from there; gives the moment when what is asked for stands. */
  until: (tab: Tab) => Promise<number>;
}

/** What must come over the line before a screen is painted, with nothing in the cache; what is fetched ahead comes after. */
export async function bytes(bench: Bench): Promise<Measure[]> {
  const { url, session, plain } = bench;
  const usable = (selector: string) => async (tab: Tab) => (await shown(tab, selector)).paintedAt;
  const form = async (tab: Tab): Promise<number> => {
    await shown(tab, ROWS);
    await tab.page.getByRole('link', { name: 'Create', exact: true }).click();
    return (await shown(tab, 'form input')).paintedAt;
  };
  const kib = (visit: Visit): Promise<number[]> => fetched(bench, visit);
  const plainList = await kib({ address: plain + PLAIN_LIST, until: usable(PLAIN_ROWS) });
  const plainForm = await kib({ address: `${plain}/plainForm/`, until: usable('form input') });
  const goal = (atMost: number) => ({ of: 'ours', atMost }) as const;
  return [
    measure(
      PART,
      'to the sign-in screen',
      'KiB',
      await kib({ address: `${url}/login`, until: usable('form input') }),
      {
        goal: goal(80),
      },
    ),
    measure(
      PART,
      'to the first list',
      'KiB',
      await kib({ address: url + LIST, session, until: usable(ROWS) }),
      {
        goal: goal(170),
        beside: { of: 'plain react-admin', samples: plainList },
      },
    ),
    measure(
      PART,
      'to the first form, a variable’s, list included',
      'KiB',
      await kib({ address: `${url}/chatbot/bot-variable`, session, until: form }),
      { goal: goal(300) },
    ),
    measure(
      PART,
      'to the first form, a template’s, list included',
      'KiB',
      await kib({ address: `${url}/chatbot/template`, session, until: form }),
      { goal: goal(300), beside: { of: 'plain rjsf, no list', samples: plainForm } },
    ),
  ];
}

async function fetched({ browser }: Bench, { address, session, until }: Visit): Promise<number[]> {
  const tab = await openTab(browser, { session, speed: SPEEDS.full });
  try {
    const transfer = new Transfer(tab.cdp);
    await tab.page.goto(address, { waitUntil: 'commit' });
    const moment = await until(tab);
    await tab.page.waitForLoadState('networkidle');
    return [transfer.kibUntil(moment)];
  } finally {
    await tab.close();
  }
}

const shown = ({ page }: Tab, selector: string): Promise<Shown> =>
  page.evaluate((what) => window.bench.shown(what), selector);
