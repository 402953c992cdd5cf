import { Navigate } from 'react-router';
import { product } from '../resources/product.ts';
import { unknownPathTarget, groupRoots } from '../layout/landing.ts';
import { useLandingContext } from '../layout/useLandingContext.ts';

/** Paths of the named menu groups: `/chatbot`, `/campaign`. */
export const GROUP_PATHS = product.menu.filter(({ label }) => label !== undefined).map(({ id }) => `/${id}`);

/** The root of a menu group: redirects to the first screen in it that the person may open. */
export const GroupRoot = ({ path }: { path: string }) => {
  const visitor = useLandingContext();
  const root = groupRoots(visitor.menu).find((one) => one.path === path);
  return <Navigate to={root?.to ?? unknownPathTarget(visitor)} replace />;
};
