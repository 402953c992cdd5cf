import { unknownNameMessage } from '../didYouMean.ts';
import { valueAt } from '../pointer.ts';
import type { EntityModel, FieldModel, JsonSchema } from '../types.ts';
import { jsonPointer, type Problems } from './problems.ts';
import { VOCABULARY, type Vocabulary } from './vocabulary.ts';

/** One of the places that a part of a schema was put together from. */
export interface Layer {
  file: string;
  /** JSON pointer into the file. */
  pointer: string;
  /** What is written there. */
  written: unknown;
}

/**
 * Where the parts of inlined schemas are written, so that a mistake is told where it can be mended: in the file that
 * says the keyword, be it the entity's own or a shared definition.
 */
export class SourceMap {
  /** What the product's files may say. */
  readonly vocabulary: Vocabulary;
  private readonly problems: Problems;
  /** JSON pointers, by file, of what was passed over because it is wrong. */
  private readonly passedOver: ReadonlyMap<string, string[]>;
  private readonly layers = new WeakMap<object, Layer[]>();
  private readonly schemas = new WeakMap<object, JsonSchema>();

  /** Schemas of JSON that fields may hold, by name. */
  private readonly contents: ReadonlyMap<string, JsonSchema>;

  constructor(
    problems: Problems,
    passedOver = new Map<string, string[]>(),
    vocabulary = VOCABULARY,
    contents: ReadonlyMap<string, JsonSchema> = new Map(),
  ) {
    this.vocabulary = vocabulary;
    this.contents = contents;
    this.problems = problems;
    this.passedOver = passedOver;
  }

  /** Notes what a part was put together from; the first layer overrides the others. */
  note<Part extends object>(part: Part, layers: Layer[]): Part {
    this.layers.set(part, layers);
    return part;
  }

  /** The schema of `contents/` that a field names; one that is not there is told. */
  contentOf(field: JsonSchema, name: unknown): JsonSchema | undefined {
    if (typeof name !== 'string') return undefined;
    const found = this.contents.get(name);
    if (!found)
      this.tell(field, ['x-field', 'content'], unknownNameMessage('content', name, this.contents.keys()));
    return found;
  }

  layersOf(part: object): Layer[] {
    return this.layers.get(part) ?? [];
  }

  /** Notes the schema that a model was compiled from. */
  relate(model: FieldModel | EntityModel, schema: JsonSchema): void {
    this.schemas.set(model, schema);
  }

  schemaOf(model: FieldModel | EntityModel): JsonSchema {
    return this.schemas.get(model) ?? {};
  }

  /** File and pointer of a keyword: where it is written, else where the part itself is. */
  placeOf(part: object, keyword: (string | number)[]): { path: string; problems: Problems } {
    const layers = this.layersOf(part);
    const layer =
      layers.find(({ written }) => valueAt(written, jsonPointer(...keyword)) !== undefined) ?? layers[0];
    if (!layer) return { path: jsonPointer(...keyword), problems: this.problems };
    return { path: layer.pointer + jsonPointer(...keyword), problems: this.problems.in(layer.file) };
  }

  tell(part: object, keyword: (string | number)[], message: string): void {
    const { path, problems } = this.placeOf(part, keyword);
    problems.add(path, message);
  }

  /** Whether something in the part was passed over, so that what else seems wrong with it may only follow from that. */
  isIncomplete(part: object): boolean {
    return this.layersOf(part).some(({ file, pointer }) =>
      (this.passedOver.get(file) ?? []).some((path) => path === pointer || path.startsWith(`${pointer}/`)),
    );
  }
}
