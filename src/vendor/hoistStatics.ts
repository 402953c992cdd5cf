/** For hoist-non-react-statics: emotion calls it only in `withTheme`, which nothing here uses. */
const hoistStatics = <Component>(target: Component): Component => target;
export default hoistStatics;
