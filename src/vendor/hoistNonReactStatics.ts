/** Replaces hoist-non-react-statics: only emotion's `withTheme` uses it, which is never called. */
const unavailable = (): never => {
  throw new Error('This build has no withTheme; see src/vendor/hoistNonReactStatics.ts');
};

export default unavailable;
