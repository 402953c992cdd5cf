/**
 * For MUI's themes of CSS variables (`createThemeWithVars`, `ThemeProviderWithVars`): ours has one plain theme for each
 * mode, so nothing asks for them, yet MUI's entry for styles always carries them.
 */
const unavailable = (): never => {
  throw new Error('This build has no themes of CSS variables; see src/vendor/muiCssVariables.ts');
};

export default unavailable;
export const createGetCssVar = unavailable;
export const CssVarsProvider = unavailable;
export const Experimental_CssVarsProvider = unavailable;
export const getInitColorSchemeScript = unavailable;
export const useColorScheme = unavailable;
