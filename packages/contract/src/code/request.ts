import { defineEntity } from '../entity.ts'
import { choice, date, datetime, decimal, dict, integer, ref, text } from '../field.ts'
import { stageKeys } from '../stage/keys.ts'
import type { States } from '../states.ts'
import { stageTypes } from './stage-type.ts'

/** Count of a code request: 10000 to 20000000 in steps of 10000 (specification section 9). */
export const codeCount = { min: 10_000, max: 20_000_000, step: 10_000 } as const

/** Lengths of an anti-counterfeit code by code rule: `min` is 30 bits' worth, `default` 40 (alphabets: packages/codes). */
export const codeRules = {
  digits: { min: 10, default: 12, max: 20 },
  alnum: { min: 6, default: 8, max: 20 },
  symbols: { min: 6, default: 8, max: 20 },
} as const
export type CodeRule = keyof typeof codeRules

/** Level of a code by its type: a parent's level is higher than its children's. */
export const codeLevels = { item: 1, package: 2, container: 3 } as const
export type CodeType = keyof typeof codeLevels

export const requestStates = {
  field: 'status',
  initial: 'initialized',
  values: ['initialized', 'inProgress', 'processing', 'completed', 'downloaded'],
  transitions: [
    {
      verb: 'submit',
      from: ['initialized'],
      to: 'inProgress',
      confirm: 'plain',
      final: 'the codes are being made',
      audit: 'generate',
    },
    { verb: 'takeList', from: ['initialized'], to: 'completed', by: 'separateCall', permission: 'submit' },
    { verb: 'begin', from: ['inProgress', 'processing'], to: 'processing', by: 'server' },
    { verb: 'complete', from: ['processing'], to: 'completed', by: 'server' },
    { verb: 'fail', from: ['inProgress', 'processing'], to: 'initialized', by: 'server' },
    { verb: 'download', from: ['completed', 'downloaded'], to: 'downloaded', by: 'separateCall' },
  ],
  editable: ['initialized'],
  removable: ['initialized'],
  referable: ['initialized', 'inProgress', 'processing', 'completed', 'downloaded'],
} as const satisfies States

/** Code request (code application): an order for a number of codes for one batch. Own codes are derived; only foreign codes are stored. */
export const codeRequest = defineEntity({
  area: 'code',
  name: 'request',
  table: 'code_request',
  tenancy: 'tenant',
  label: 'name',
  defaultColumns: ['name', 'status', 'batchId', 'count', 'batchDate', 'species', 'createTime'],
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like' }),
    batchId: ref({ entity: 'catalog/batch', required: true, search: 'eq' }),
    /**
     * Origin of the codes: made here, foreign codes from a list, or codes of another enterprise: received with the goods, or
     * reported about by its invitation.
     */
    origin: choice({
      options: ['own', 'foreign', 'received', 'invited'],
      default: 'own',
      search: 'eq',
      hideInList: true,
    }),
    count: integer({ required: true }),
    codeRule: choice({ options: ['digits', 'alnum', 'symbols'], required: true }),
    securityLength: integer({ required: true, min: 6, max: 20, hideInList: true }),
    codeType: choice({ options: ['item', 'package', 'container'], required: true, search: 'eq' }),
    /** Where the goods are when they are labelled; decides which stages are open (`stage-type.ts`). */
    stageType: choice({ options: stageTypes, required: true }),
    /** The stage that the report form proposes for these codes; it must be open to them. */
    updateStage: choice({ options: stageKeys, required: true, hideInList: true }),
    countryCode: text({
      max: 3,
      min: 2,
      pattern: '^[A-Z]{2,3}$',
      patternPhrase: 'countryCode',
      required: true,
      hideInList: true,
    }),
    factoryCode: text({ max: 20, pattern: '^[A-Za-z0-9-]+$', patternPhrase: 'code', required: true, hideInList: true }),
    batchDate: date({ required: true, search: 'range' }),
    species: dict({ dict: 'tree_species', required: true, search: 'eq' }),
    status: choice({ options: requestStates.values, default: 'initialized', search: 'eq', readonly: true }),
    progress: decimal({ readonly: true, hideInList: true, scale: 3 }),
    failure: text({ max: 500, readonly: true, hideInList: true }),
    completedAt: datetime({ readonly: true }),
  },
  globalSearch: { by: ['name'], shows: ['batchId', 'status'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  states: requestStates,
  verbs: ['submit', 'download', 'print', 'security'],
})
