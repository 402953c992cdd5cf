import { describe, expect, it } from 'vitest';
import { cachedProduct } from '../testProduct.ts';
import { allowed, permissionsOf } from './access.ts';

const product = cachedProduct();

describe('permissionsOf', () => {
  it.each<[string, string, string, boolean]>([
    ['chatbot.admin', 'variable', 'delete', true],
    ['chatbot.editor', 'variable', 'write', true],
    ['chatbot.editor', 'variable', 'delete', false],
    ['chatbot.moderator', 'template', 'read', true],
    ['chatbot.moderator', 'template', 'update', false],
    ['cim.user', 'variable', 'read', true],
    ['cim.user', 'variable', 'create', false],
    ['cim.user', 'team', 'read', true],
    ['cim.user', 'team', 'update', false],
    ['cim.admin', 'team', 'delete', true],
    ['campaign.editor', 'profile', 'update', true],
    ['campaign.editor', 'template', 'read', true],
    ['campaign.editor', 'template', 'create', false],
    ['campaign.moderator', 'profile', 'update', false],
    ['livechat.agent', 'profile', 'read', false],
    ['chatbot.editor', 'channel', 'read', true],
    ['chatbot.editor', 'channel', 'refer', true],
    ['cim.user', 'channel', 'refer', false],
  ])('%s, %s: %s → %s', (role, entity, operation, expected) => {
    expect(allowed(permissionsOf([role], product), entity, operation)).toBe(expected);
  });

  it('gives the union of several roles', () => {
    const permissions = permissionsOf(['cim.admin', 'chatbot.editor'], product);
    expect(Object.keys(permissions.products)).toEqual(['chatbot', 'richmenu', 'report', 'cim']);
    expect(allowed(permissions, 'team', 'delete') && allowed(permissions, 'variable', 'create')).toBe(true);
  });

  it('gives nothing to unknown roles', () => {
    expect(permissionsOf(['root', '__proto__', 'toString'], product)).toEqual({ products: {}, actions: [] });
  });
});
