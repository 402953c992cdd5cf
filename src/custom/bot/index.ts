import { registerFieldType, registerPanel } from '../register.ts';
import { guesses } from './guesses.tsx';

registerFieldType(guesses);
registerPanel('bot-tester', () => import('./Tester.tsx').then((module) => module.Tester));
registerPanel('bot-training', () => import('./TrainingBar.tsx').then((module) => module.TrainingBar));
registerPanel('mapper-talk', () => import('./MapperTalk.tsx').then((module) => module.MapperTalk));
registerPanel('flow-talk', () => import('./FlowTalk.tsx').then((module) => module.FlowTalk));
registerPanel('rule-order', () => import('./RuleOrder.tsx').then((module) => module.RuleOrder));
registerPanel('entity-test', () => import('./EntityTest.tsx').then((module) => module.EntityTest));
registerPanel('sample-warnings', () =>
  import('./SampleWarnings.tsx').then((module) => module.SampleWarnings),
);
registerPanel('bot-threshold', () => import('./ThresholdPanel.tsx').then((module) => module.ThresholdPanel));
registerPanel('teach-samples', () => import('./TeachGuesses.tsx').then((module) => module.TeachSamples));
registerPanel('teach-guesses', () => import('./TeachGuesses.tsx').then((module) => module.TeachGuesses));
registerPanel('teach-alike', () => import('./TeachGuesses.tsx').then((module) => module.SimilarSentences));
registerPanel('intent-quality', () => import('./IntentQuality.tsx').then((module) => module.IntentQuality));
