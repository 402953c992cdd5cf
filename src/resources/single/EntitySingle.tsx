import { styled } from '@mui/material/styles';
import { useEntity } from '../product.ts';
import { SingleForm } from './SingleForm.tsx';

const Page = styled('div')({ maxWidth: 1120, width: '100%' });
const Title = styled('h1')({ margin: '0 0 16px', fontSize: 20, lineHeight: '32px', fontWeight: 600 });

/** The screen of an entity that has one record: its form. */
export const EntitySingle = () => {
  const model = useEntity();
  return (
    <Page>
      <Title>{model.title}</Title>
      <SingleForm model={model} />
    </Page>
  );
};
