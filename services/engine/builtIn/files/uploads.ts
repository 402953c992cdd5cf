import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  brokenFileRule,
  fileMessage,
  type FileRule,
  type StoredFile,
} from '../../../../schemas/model/files.ts';
import type { FileRules } from '../../../../schemas/model/types/file.ts';
import { walkFields } from '../../../../schemas/model/fields.ts';
import type { EntityModel, FieldModel } from '../../../../schemas/model/types.ts';
import type { Rights } from '../../http/access.ts';
import { ApiError, forbidden, invalid, malformed } from '../../http/errors.ts';
import { MAX_ENVELOPE_BYTES, receiveFile, registerMultipart } from '../../http/multipart.ts';
import type { Catalog } from '../../resources/catalog.ts';
import type { Services } from '../../resources/services.ts';
import { withinDailyAllowance } from '../../files/allowance.ts';
import { fileFieldAt } from '../../files/fields.ts';
import { FileRejectedError, type Files } from '../../files/files.ts';
import { remoteFile, type RemoteFile } from '../../files/remoteFiles.ts';
import { toStoredFile } from '../../files/rows.ts';
import { UploadAbortedError } from '../../files/staging.ts';
import { isStorable } from '../../http/bodies.ts';
import { t } from '../../../../schemas/texts/translate.ts';

/** Characters of an address from outside. */
const MAX_URL = 2000;

const UPLOAD = '/api/v1/files';
const FETCH = `${UPLOAD}/fetch`;

/** `POST /api/v1/files` and `POST /api/v1/files/fetch`. */
export async function registerUploads(
  app: FastifyInstance,
  files: Files,
  current: () => Services,
): Promise<void> {
  // In a scope of its own, so that no other route reads such bodies.
  await app.register(async (scope) => {
    await registerMultipart(scope);
    scope.post<{ Querystring: Query }>(UPLOAD, { config: { acceptsFiles: true } }, async (request, reply) => {
      const { field, rules } = await uploadField(askedBy(request, current()), request.query);
      void reply.code(201);
      return receive(files, request, field, rules);
    });
  });

  app.post(FETCH, (request: FastifyRequest) => lookAt(files, request, current()));
}

/** What is at an address, as the field that holds it judges it. */
async function lookAt(files: Files, request: FastifyRequest, services: Services): Promise<RemoteFile> {
  const { url, ...query } = (request.body ?? {}) as Query & { url?: unknown };
  const asked = askedBy(request, services);
  const { by } = asked;
  const field = await addressField(asked, query);
  if (typeof url !== 'string' || url.length > MAX_URL || !isStorable(url))
    throw invalid({
      '/url': t('An address of at most %{maxUrl} characters is expected', { maxUrl: MAX_URL }),
    });
  const found = await remoteFile(files, url, { by, rules: field.file });
  const broken = found.file && field.file && brokenFileRule(field.file, found.file);
  return broken ? { fault: fileMessage(field, broken) } : found;
}

/** Which field the file is meant for: the entity's name, and the field's path as in `messages.*.<image>.file`. */
interface Query {
  entity?: unknown;
  field?: unknown;
}

/** The product, and what the person who asks may do with its records. */
interface Asked {
  catalog: Catalog;
  rights: Rights;
  /** Id of the person. */
  by: string;
}

const askedBy = ({ user }: FastifyRequest, { catalog }: Services): Asked => ({
  catalog,
  rights: catalog.rights(user.roles),
  by: user.id,
});

function entityNamed({ catalog }: Asked, { entity }: Query): EntityModel {
  const found = catalog.product.entities.find(({ name }) => name === entity);
  if (!found) throw malformed(t('"entity" must name the entity that the file is for'));
  return found;
}

/** Whether people fill the field in of their own record, whatever their role. */
async function isOwn({ catalog, by }: Asked, { name }: EntityModel, { field }: Query): Promise<boolean> {
  const isOpen = catalog.ownForm(name)?.model.fields.some(({ path }) => path === field);
  return isOpen === true && (await catalog.require(name).repository.find(by)) !== undefined;
}

/** @throws ApiError 400 for what is no file field, 403 for who may not fill it in */
async function uploadField(asked: Asked, query: Query): Promise<{ field: FieldModel; rules: FileRules }> {
  const { rights } = asked;
  const model = entityNamed(asked, query);
  const own = await isOwn(asked, model, query);
  if (!own && !mayChange(model, rights)) throw forbidden();
  const field = fileFieldAt(model, String(query.field));
  if (!field?.file)
    throw malformed(t('"field" must be the path of a file field of %{name}', { name: model.name }));
  if (!own && !(mayRead(field, rights) && mayWrite(model, field, rights))) throw forbidden();
  return { field, rules: field.file };
}

/**
 * @throws ApiError 400 for what holds no address of a picture or an upload, 403 for who may not fill it in; a picture is
 * fetched for whoever may see it
 */
async function addressField(asked: Asked, query: Query): Promise<FieldModel> {
  const { rights } = asked;
  const model = entityNamed(asked, query);
  const own = await isOwn(asked, model, query);
  if (!own && !rights.may(model.name, 'read')) throw forbidden();
  let field: FieldModel | undefined;
  walkFields(model.fields, (one) => {
    const isAddress = one.type === 'image' || (one.type === 'url' && one.file !== undefined);
    if (isAddress && one.path === query.field) field = one;
  });
  if (!field)
    throw malformed(t('"field" must be the path of a picture field of %{name}', { name: model.name }));
  if (own) return field;
  if (!mayRead(field, rights)) throw forbidden();
  if (field.type !== 'image' && !mayWrite(model, field, rights)) throw forbidden();
  return field;
}

const mayChange = ({ name }: EntityModel, rights: Rights): boolean =>
  rights.may(name, 'create') || rights.may(name, 'update');

const mayWrite = (model: EntityModel, { access }: FieldModel, rights: Rights): boolean =>
  mayChange(model, rights) && (!access.write || rights.holds(access.write, 'update'));

const mayRead = ({ access }: FieldModel, rights: Rights): boolean =>
  !access.read || rights.holds(access.read, 'read');

async function receive(
  files: Files,
  request: FastifyRequest,
  field: FieldModel,
  rules: FileRules,
): Promise<StoredFile> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > rules.maxBytes + MAX_ENVELOPE_BYTES) throw refused(field, 'maxBytes');
  const part = await receiveFile(request, rules.maxBytes);
  try {
    const by = request.user.id;
    const expected = Math.min(announced || Infinity, rules.maxBytes);
    const file = await withinDailyAllowance(files, by, { content: part.file, expected }, (counted) =>
      files.add({ content: Readable.from(counted), name: part.filename, rules, by }),
    );
    return toStoredFile(file);
  } catch (error) {
    if (error instanceof UploadAbortedError) throw malformed(error.message);
    throw error instanceof FileRejectedError ? refused(field, error.rule) : error;
  }
}

function refused(field: FieldModel, rule: FileRule): ApiError {
  const message = fileMessage(field, rule);
  const fields = { '': message };
  return rule === 'maxBytes' ? new ApiError(413, 'TOO_LARGE', message, { fields }) : invalid(fields);
}
