import { expect, test } from './support/fixtures.ts';
import { SIZES } from './support/sizes.ts';
import { walkScreens } from './support/walk/walk.ts';
import THAI from '../../schemas/texts/th.json' with { type: 'json' };

const IN_THAI = new Map(Object.entries(THAI));
/** English texts of the catalogue that stand in parts of what people wrote into records of the demo. */
const WRITTEN = new Set(['text', 'Campaigns', 'Management', 'Platform', 'Read', 'Yes', 'No', 'Menu']);

for (const { width } of SIZES) {
  test(`every screen at ${width} pixels is in Thai, has room for its marks, and breaks lines between words`, async ({
    page,
    signIn,
    baseURL,
    problems,
    expectAccessible,
  }) => {
    test.setTimeout(900_000);
    problems.allow(/404/);
    const faults: string[] = [];
    // Colours are the same at both widths.
    const look = async (screen: string): Promise<void> => {
      await expectAccessible(width < 600 ? 'dark' : 'light').catch((error: Error) => {
        faults.push(`${screen}: ${error.message}`);
      });
    };
    const walked = await walkScreens(page, { ...{ language: 'th', width, signIn, baseURL }, look });
    // What is in a record, its title in a list of jobs too, is as it was written.
    const answered = new Set(walked.answered);
    const english = [...walked.latin]
      .filter(([text]) => (IN_THAI.get(text) ?? text) !== text && !WRITTEN.has(text) && !answered.has(text))
      .map(([text, screen]) => `${screen}: in English: ${text}`);
    expect([...english, ...faults, ...walked.layout]).toEqual([]);
  });
}
