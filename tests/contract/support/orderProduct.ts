import { readSchemaFolder } from '../../../schemas/folder.ts';
import { createCheck } from '../../../schemas/model/ajv.ts';
import { compileProduct } from '../../../schemas/model/compile.ts';
import { ORDER_SCHEMA, SHIPMENT_FORM } from './orderSchema.ts';

/** The product with orders, as the build would embed it. */
export const { product: orders } = compileProduct([
  ...readSchemaFolder('schemas').files,
  { file: 'order.schema.json', content: ORDER_SCHEMA },
  { file: 'forms/shipment.schema.json', content: SHIPMENT_FORM },
]);

/** The checks of its entities and forms, as the build would compile them. */
export const orderChecks = Object.fromEntries(
  [...orders.entities, ...orders.forms].map(({ name, schema }) => [
    name,
    () => Promise.resolve({ schema, check: createCheck(schema) }),
  ]),
);
