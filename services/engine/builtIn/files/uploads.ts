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

const MAX_URL_CHARS = 2000;

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
    scope.post<{ Querystring: FieldQuery }>(
      UPLOAD,
      { config: { acceptsFiles: true } },
      async (request, reply) => {
        const { field, rules } = await requireUploadField(toCaller(request, current()), request.query);
        void reply.code(201);
        return receiveUpload(files, request, field, rules);
      },
    );
  });

  app.post(FETCH, (request: FastifyRequest) => fetchRemoteFile(files, request, current()));
}

/** Fetches the file at a URL, and checks it by the rules of its field. */
async function fetchRemoteFile(
  files: Files,
  request: FastifyRequest,
  services: Services,
): Promise<RemoteFile> {
  const { url, ...query } = (request.body ?? {}) as FieldQuery & { url?: unknown };
  const caller = toCaller(request, services);
  const { by } = caller;
  const field = await requireAddressField(caller, query);
  if (typeof url !== 'string' || url.length > MAX_URL_CHARS || !isStorable(url))
    throw invalid({
      '/url': t('An address of at most %{maxUrl} characters is expected', { maxUrl: MAX_URL_CHARS }),
    });
  const found = await remoteFile(files, url, { by, rules: field.file });
  const broken = found.file && field.file && brokenFileRule(field.file, found.file);
  return broken ? { fault: fileMessage(field, broken) } : found;
}

/** The field that the file is for: the entity's name, and the field's path as in `messages.*.<image>.file`. */
interface FieldQuery {
  entity?: unknown;
  field?: unknown;
}

/** The caller, with the product's catalog. */
interface UploadCaller {
  catalog: Catalog;
  rights: Rights;
  /** Id of the person. */
  by: string;
}

const toCaller = ({ user }: FastifyRequest, { catalog }: Services): UploadCaller => ({
  catalog,
  rights: catalog.rights(user.roles),
  by: user.id,
});

function requireEntity({ catalog }: UploadCaller, { entity }: FieldQuery): EntityModel {
  const model = catalog.product.entities.find(({ name }) => name === entity);
  if (!model) throw malformed(t('"entity" must name the entity that the file is for'));
  return model;
}

/** Whether the field belongs to the form of people's own records, which needs no role. */
async function isOwnRecordField(
  { catalog, by }: UploadCaller,
  { name }: EntityModel,
  { field }: FieldQuery,
): Promise<boolean> {
  const isOpen = catalog.ownForm(name)?.model.fields.some(({ path }) => path === field);
  return isOpen === true && (await catalog.require(name).repository.find(by)) !== undefined;
}

/** @throws ApiError 400 if it is not a file field, 403 if the caller may not write it */
async function requireUploadField(
  caller: UploadCaller,
  query: FieldQuery,
): Promise<{ field: FieldModel; rules: FileRules }> {
  const { rights } = caller;
  const model = requireEntity(caller, query);
  const own = await isOwnRecordField(caller, model, query);
  if (!own && !mayChange(model, rights)) throw forbidden();
  const field = fileFieldAt(model, String(query.field));
  if (!field?.file)
    throw malformed(t('"field" must be the path of a file field of %{name}', { name: model.name }));
  if (!own && !(mayRead(field, rights) && mayWrite(model, field, rights))) throw forbidden();
  return { field, rules: field.file };
}

/**
 * @throws ApiError 400 if it is not a URL field for pictures or files, 403 if the caller may not write it (a picture: read
 * it)
 */
async function requireAddressField(caller: UploadCaller, query: FieldQuery): Promise<FieldModel> {
  const { rights } = caller;
  const model = requireEntity(caller, query);
  const own = await isOwnRecordField(caller, model, query);
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

async function receiveUpload(
  files: Files,
  request: FastifyRequest,
  field: FieldModel,
  rules: FileRules,
): Promise<StoredFile> {
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (announcedBytes > rules.maxBytes + MAX_ENVELOPE_BYTES) throw toApiError(field, 'maxBytes');
  const part = await receiveFile(request, rules.maxBytes);
  try {
    const by = request.user.id;
    const expected = Math.min(announcedBytes || Infinity, rules.maxBytes);
    const file = await withinDailyAllowance(files, by, { content: part.file, expected }, (counted) =>
      files.add({ content: Readable.from(counted), name: part.filename, rules, by }),
    );
    return toStoredFile(file);
  } catch (error) {
    if (error instanceof UploadAbortedError) throw malformed(error.message);
    throw error instanceof FileRejectedError ? toApiError(field, error.rule) : error;
  }
}

function toApiError(field: FieldModel, rule: FileRule): ApiError {
  const message = fileMessage(field, rule);
  const fields = { '': message };
  return rule === 'maxBytes' ? new ApiError(413, 'TOO_LARGE', message, { fields }) : invalid(fields);
}
