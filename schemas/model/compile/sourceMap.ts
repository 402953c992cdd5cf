import { unknownNameMessage } from '../didYouMean.ts';
import { valueAt } from '../pointer.ts';
import type { EntityModel, FieldModel, JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { VOCABULARY, type Vocabulary } from './vocabulary.ts';

/** One of the sources that a part of a schema was merged from. */
export interface Layer {
  file: string;
  /** JSON pointer into the file. */
  pointer: string;
  /** The content there. */
  source: unknown;
}

/**
 * Maps parts of inlined schemas to their source, so that a problem is reported where it can be fixed: in the file with
 * the keyword, the entity's own or a shared definition.
 */
export class SourceMap {
  /** The vocabulary of the product's files. */
  readonly vocabulary: Vocabulary;
  private readonly problems: Problems;
  /** Rejected JSON pointers, by file. */
  private readonly rejectedPointers: ReadonlyMap<string, string[]>;
  private readonly layers = new WeakMap<object, Layer[]>();
  private readonly schemas = new WeakMap<object, JsonSchema>();

  /** Schemas of `contents/`, by name. */
  private readonly contents: ReadonlyMap<string, JsonSchema>;

  constructor(
    problems: Problems,
    rejectedPointers = new Map<string, string[]>(),
    vocabulary = VOCABULARY,
    contents: ReadonlyMap<string, JsonSchema> = new Map(),
  ) {
    this.vocabulary = vocabulary;
    this.contents = contents;
    this.problems = problems;
    this.rejectedPointers = rejectedPointers;
  }

  /** Sets the layers that a part was merged from; the first overrides the others. */
  setLayers<Part extends object>(part: Part, layers: Layer[]): Part {
    this.layers.set(part, layers);
    return part;
  }

  /** The schema of `contents/` that a field names; reports an unknown name. */
  findContentSchema(field: JsonSchema, name: unknown): JsonSchema | undefined {
    if (typeof name !== 'string') return undefined;
    const found = this.contents.get(name);
    if (!found)
      this.report(field, ['x-field', 'content'], unknownNameMessage('content', name, this.contents.keys()));
    return found;
  }

  layersOf(part: object): Layer[] {
    return this.layers.get(part) ?? [];
  }

  /** Sets the schema that a model was compiled from. */
  setSchema(model: FieldModel | EntityModel, schema: JsonSchema): void {
    this.schemas.set(model, schema);
  }

  schemaOf(model: FieldModel | EntityModel): JsonSchema {
    return this.schemas.get(model) ?? {};
  }

  /** File and pointer of a keyword: where it is written, else where the part is. */
  locate(part: object, keyword: (string | number)[]): { path: string; problems: Problems } {
    const layers = this.layersOf(part);
    const layer =
      layers.find(({ source }) => valueAt(source, jsonPointer(...keyword)) !== undefined) ?? layers[0];
    if (!layer) return { path: jsonPointer(...keyword), problems: this.problems };
    return { path: layer.pointer + jsonPointer(...keyword), problems: this.problems.in(layer.file) };
  }

  report(part: object, keyword: (string | number)[], message: string): void {
    const { path, problems } = this.locate(part, keyword);
    problems.add(path, message);
  }

  /** Whether something in the part was rejected, so that other problems with it may only follow from that. */
  isIncomplete(part: object): boolean {
    return this.layersOf(part).some(({ file, pointer }) =>
      (this.rejectedPointers.get(file) ?? []).some(
        (path) => path === pointer || path.startsWith(`${pointer}/`),
      ),
    );
  }
}
