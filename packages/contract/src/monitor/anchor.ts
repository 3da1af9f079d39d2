import { choice, datetime, integer, text } from '../field.ts'
import { defineView } from '../view.ts'
import { anchorStates } from './anchor-states.ts'

/** Heads of the ledger on their way into the contract on the chain, and those that arrived. Written by the worker only. */
export const anchor = defineView({
  area: 'monitor',
  name: 'anchor',
  label: 'transactionHash',
  fields: {
    /** Number of entries of the head. */
    size: integer({ readonly: true, required: true, sortable: true }),
    state: choice({ options: anchorStates.values, readonly: true, required: true, search: 'eq' }),
    headTime: datetime({ readonly: true, required: true }),
    queuedAt: datetime({ readonly: true, required: true, search: 'range', sortable: true }),
    block: integer({ readonly: true }),
    blockTime: datetime({ readonly: true }),
    transactionHash: text({ max: 66, readonly: true }),
    nonce: integer({ readonly: true, hideInList: true }),
    /** In whole units of the chain. */
    cost: text({ max: 100, readonly: true }),
    chainId: integer({ readonly: true, hideInList: true }),
    contract: text({ max: 42, readonly: true, hideInList: true }),
    origin: text({ max: 300, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query'],
  verbs: ['retry'],
  orderBy: { field: 'queuedAt', order: 'desc' },
})
