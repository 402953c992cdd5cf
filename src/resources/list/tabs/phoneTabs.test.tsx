import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setTexts } from '../../../../schemas/texts/translate.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { PhoneTabs } from './PhoneTabs.tsx';

afterEach(() => setTexts(undefined));

it('says in the language of the page that a view was changed', async () => {
  setTexts((english) => (english === '(changed)' ? '(แก้ไขแล้ว)' : undefined));
  renderInConsole(
    <PhoneTabs
      label="Views"
      items={[{ key: 'v', label: 'Mine', count: '3', isChosen: true, isChanged: true }]}
    />,
  );
  expect(await screen.findByRole('option', { name: 'Mine (3) (แก้ไขแล้ว)' })).toBeInTheDocument();
});
