import type { FastifyInstance } from 'fastify';
import type { Answer } from './services.ts';

interface Upload {
  content: Buffer | string;
  name: string;
  /** Without one nobody is signed in. */
  token?: string;
}

/** Sends one file as a form does. */
export async function uploadTo(
  app: FastifyInstance,
  url: string,
  { content, name, token }: Upload,
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name);
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return {
    status: response.statusCode,
    body: response.json(),
    text: response.body,
    headers: response.headers,
  };
}
