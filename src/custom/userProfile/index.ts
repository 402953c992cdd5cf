import { lazy } from 'react';
import { registerPage } from '../register.ts';

registerPage({
  name: 'user-profile',
  title: 'User profile',
  path: '/user-profile',
  component: lazy(() =>
    import('./UserProfilePage.tsx').then((module) => ({ default: module.UserProfilePage })),
  ),
});
