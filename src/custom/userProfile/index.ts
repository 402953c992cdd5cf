import { registerSender } from '../register.ts';

registerSender('change-password', () => import('./sendPassword.ts').then((module) => module.passwordSender));
