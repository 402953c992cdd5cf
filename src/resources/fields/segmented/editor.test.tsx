import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/model/types.ts';
import { RecordForm } from '../../form/RecordForm.tsx';
import { compiledEntity } from '../../form/testing/compiled.ts';
import { renderInConsole } from '../../form/testing/renderForm.tsx';
import { loadEditors } from '../../fieldKit/editors.ts';

const eras = compiledEntity(
  {},
  {
    name: { type: 'string' },
    era: {
      ...{ type: 'string', enum: ['common', 'buddhist'], default: 'common' },
      'x-field': { widget: 'segmented', labels: { common: 'Common', buddhist: 'Buddhist' } },
    },
  },
);
await loadEditors(eras.model.fields);

test('without a stored choice the default is shown as chosen, and another can be chosen', async () => {
  const saved: JsonObject[] = [];
  const { user } = renderInConsole(
    <RecordForm
      {...eras}
      mode="edit"
      record={{ name: 'Shop' }}
      onSave={(sent) => {
        saved.push(sent);
        return Promise.resolve(undefined);
      }}
    >
      <button type="submit">Save</button>
    </RecordForm>,
  );
  const [common, buddhist] = ['Common', 'Buddhist'].map((name) => screen.getByRole('button', { name }));
  expect(common).toHaveAttribute('aria-pressed', 'true');
  await user.click(buddhist as HTMLElement);
  expect(common).toHaveAttribute('aria-pressed', 'false');
  expect(buddhist).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved).toMatchObject([{ era: 'buddhist' }]);
});
