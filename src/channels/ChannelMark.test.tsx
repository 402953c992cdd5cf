import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ChannelMark } from './ChannelMark.tsx';
import { channelLabelOf, channelMarkOf, channelTypes } from './registry.ts';

afterEach(() => {
  delete document.documentElement.dataset['mode'];
});

it('has the colour of its type in light and dark', () => {
  render(<ChannelMark type="FACEBOOK" />);
  const mark = screen.getByText('f');
  const ground = (): string => getComputedStyle(mark).getPropertyValue('background');
  document.documentElement.dataset['mode'] = 'light';
  expect(ground()).toBe('var(--mark-light)');
  expect(mark.style.getPropertyValue('--mark-light')).toBe('#0866ff');
  document.documentElement.dataset['mode'] = 'dark';
  expect(ground()).toBe('var(--mark-dark)');
  expect(mark.style.getPropertyValue('--mark-dark')).toBe('#3b82f6');
});

it('shows nothing for a type that is not registered, or not loaded yet', () => {
  const { container } = render(
    <>
      <ChannelMark type="PIGEON" />
      <ChannelMark type={undefined} />
    </>,
  );
  expect(container).toBeEmptyDOMElement();
});

it('every type of the product has a mark and a label', () => {
  expect(channelTypes().map(channelLabelOf)).toEqual(['LINE', 'Facebook', 'Webchat', 'Custom']);
  expect(channelTypes().filter((type) => !channelMarkOf(type))).toEqual([]);
});
