import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { isWithin } from '../session.ts';
import { useErrorCount, useReveal } from '../useSession.ts';
import type { DrawnSection } from './FormLayout.tsx';
import { SectionPanel, useAnyVisible } from './SectionPanel.tsx';

/** Sections as tabs; the one that is shown alone is mounted. */
export function TabsLayout({ sections }: { sections: DrawnSection[] }) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  useReveal(
    sections.flatMap(({ pointers }) => pointers),
    (target) =>
      setChosen(sections.findIndex(({ pointers }) => pointers.some((base) => isWithin(target, base)))),
  );
  const shown = sections[Math.min(chosen, sections.length - 1)];
  return (
    <>
      <Tabs
        value={chosen}
        onChange={(_, index: number) => setChosen(index)}
        variant="scrollable"
        scrollButtons="auto"
      >
        {sections.map((drawn, index) => (
          <Tab
            key={index}
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel`}
            label={<TabLabel drawn={drawn} index={index} />}
          />
        ))}
      </Tabs>
      {shown ? (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
          <SectionPanel
            key={chosen}
            drawn={{ ...shown, section: { ...shown.section, title: undefined } }}
            bare={false}
          />
        </div>
      ) : null}
    </>
  );
}

function TabLabel({ drawn, index }: { drawn: DrawnSection; index: number }) {
  const faults = useErrorCount(drawn.pointers);
  const visible = useAnyVisible(drawn.names);
  const title = drawn.section.title ?? `Part ${index + 1}`;
  return (
    <span style={{ opacity: visible ? 1 : 0.5 }}>
      {title}
      {faults > 0 ? ` (${faults})` : ''}
    </span>
  );
}
