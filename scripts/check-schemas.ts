import { loadProduct, SchemaProblems } from '../schemas/loadSchemas.ts';

/** Compiles the schema folder and lists every mistake in it. */
try {
  loadProduct(process.argv[2] ?? process.env['SCHEMAS_DIR'] ?? 'schemas');
} catch (error) {
  if (!(error instanceof SchemaProblems)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
