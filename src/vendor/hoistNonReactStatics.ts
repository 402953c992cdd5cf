/** For hoist-non-react-statics: emotion's `withTheme` alone copies a component's statics with it, and nobody calls that. */
const unavailable = (): never => {
  throw new Error('This build has no withTheme; see src/vendor/hoistNonReactStatics.ts');
};

export default unavailable;
