import type { JsonObject } from '../../../schemas/model/types.ts';
import { writeSchema } from '../../e2e/support/schemaCopy.ts';

/**
 * An entity with states: draft → approved → shipped → closed, and cancelled, from which there is a way back. Who
 * writes broadcasts writes orders; approving and cancelling are rights of their own; only the services expire one.
 */
export const ORDER_SCHEMA: JsonObject = {
  title: 'Order',
  description: 'What customers ask for in the tests.',
  'x-entity': {
    service: 'campaign',
    path: 'orders',
    route: { list: '/campaign/orders', show: '/campaign/orders/:id/show' },
    menu: { group: 'campaign', order: 90 },
    access: { read: ['campaign.broadcast'], write: ['campaign.broadcast'] },
    list: { columns: ['name', 'status', 'total', 'due'], search: ['name'] },
    form: { main: [{ title: 'General', fields: ['name', ['total', 'due'], '*'] }] },
    lifecycle: {
      field: 'status',
      initial: 'draft',
      transitions: [
        {
          id: 'approve',
          icon: 'approve',
          from: ['draft'],
          to: 'approved',
          access: ['campaign.broadcast'],
          when: { total: { gt: 0 } },
          else: 'An order without a total cannot be approved',
          success: 'Order approved',
        },
        { id: 'ship', icon: 'send', from: ['approved'], to: 'shipped', input: 'shipment' },
        { id: 'close', label: 'Close order', from: ['shipped'], to: 'closed' },
        {
          id: 'cancel',
          from: ['draft', 'approved'],
          to: 'cancelled',
          access: ['campaign.broadcast'],
          confirm: 'Cancel this order? The customer is told.',
          tone: 'danger',
        },
        { id: 'reopen', from: ['cancelled'], to: 'draft', on: ['row', 'record'] },
        { id: 'expire', from: ['approved'], to: 'cancelled', by: 'system' },
      ],
      edit: { in: ['draft'], else: 'Only drafts can be edited' },
      delete: { in: ['draft', 'cancelled'], else: 'An order that was approved is kept' },
    },
  },
  type: 'object',
  required: ['name', 'total'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 40, 'x-field': { unique: true } },
    status: {
      type: 'string',
      enum: ['draft', 'approved', 'shipped', 'closed', 'cancelled'],
      'x-field': { tones: { approved: 'info', shipped: 'success', cancelled: 'neutral' } },
    },
    total: { type: 'number', minimum: 0, default: 0 },
    due: { type: 'string', format: 'date', 'x-field': { requiredWhen: { status: ['approved', 'shipped'] } } },
    tracking: { type: 'string', maxLength: 20, readOnly: true },
    note: { type: 'string', maxLength: 200 },
    follows: { type: 'string', 'x-field': { reference: { entity: 'order', create: false } } },
  },
};

/** What shipping asks for; the order keeps it. */
export const SHIPMENT_FORM: JsonObject = {
  title: 'Shipment',
  description: 'What is known when an order leaves.',
  'x-form': { submit: 'Ship' },
  type: 'object',
  required: ['tracking'],
  properties: { tracking: { type: 'string', minLength: 3, maxLength: 20 } },
};

/** Adds orders to a folder of schemas. */
export function writeOrders(folder: string, order: JsonObject = ORDER_SCHEMA): void {
  writeSchema(folder, 'order.schema.json', order);
  writeSchema(folder, 'forms/shipment.schema.json', SHIPMENT_FORM);
}
