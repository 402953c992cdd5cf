import { sessionOf } from './session.ts';

/** A token as a script of the customer's would get one: password sign-in at the user pool. */
export async function tokenOf(url: string, username: string): Promise<string> {
  return (await sessionOf(url, username)).tokens.IdToken;
}

export interface Rest {
  call: (method: string, path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;
  create: (path: string, body: unknown) => Promise<Record<string, unknown>>;
}

/** The REST services as one member, beside the browser. */
export async function restAs(url: string, username: string): Promise<Rest> {
  const authorization = `Bearer ${await tokenOf(url, username)}`;
  const call: Rest['call'] = async (method, path, body) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), type: { 'content-type': 'application/json' } };
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization, ...sent.type },
      ...(sent.body !== undefined && { body: sent.body }),
    });
    return { status: answer.status, json: await answer.json() };
  };
  const create: Rest['create'] = async (path, body) => {
    const { status, json } = await call('POST', path, body);
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(json)}`);
    return json as Record<string, unknown>;
  };
  return { call, create };
}
