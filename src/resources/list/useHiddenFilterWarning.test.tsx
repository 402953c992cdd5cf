import { renderHook } from '@testing-library/react';
import { CoreAdminContext, useNotificationContext } from 'react-admin';
import { expect, it } from 'vitest';
import { compiledEntity } from '../form/testing/compiled.ts';
import { visibleModel } from '../visibleModel.ts';
import { useHiddenFilterWarning } from './useHiddenFilterWarning.ts';

const restricted = { type: 'number', 'x-field': { access: { read: ['chatbot.entry'] } } };
const { model } = compiledEntity(
  { list: { columns: ['name', 'salary', 'bonus'], filters: ['name', 'salary', 'bonus'], sort: 'name' } },
  {
    name: { type: 'string' },
    salary: { ...restricted, title: 'Salary' },
    bonus: { ...restricted, title: 'Bonus' },
  },
);

/** What is said of a list at each of these queries in turn. */
function saidAt([first = '', ...later]: string[], isGuarded = true): unknown[] {
  const seen = visibleModel(model, (resources) => !isGuarded || resources === undefined);
  const listed = ({ query }: { query: string }): unknown[] => {
    useHiddenFilterWarning(model, seen, query);
    return useNotificationContext().notifications.map(({ message }) => message);
  };
  const { result, rerender } = renderHook(listed, {
    wrapper: CoreAdminContext,
    initialProps: { query: first },
  });
  later.forEach((query) => rerender({ query }));
  return result.current;
}

it('says once which filters of a link or a view a list leaves out', () => {
  expect(saidAt(['salary.gte=10&bonus.lte=5&name=Mali', 'name=Mali', 'name=Mali&sort=-name'])).toEqual([
    'Not filtered by Salary, Bonus, which you cannot see. More rows are shown',
  ]);
});

it('says nothing where nothing is left out', () => {
  expect(saidAt(['name=Mali&sort=-salary&_columns=salary', ''])).toEqual([]);
  expect(saidAt(['salary.gte=10'], false)).toEqual([]);
});
