import { defineEntity } from '../entity.ts'
import { choice, datetime, flag, integer, ref, remark, text } from '../field.ts'
import type { States } from '../states.ts'

/** Version of the mini-program that a scan opens: the platform's own words are release, develop and trial. */
export const miniVersions = ['official', 'development', 'experience'] as const
export type MiniVersion = (typeof miniVersions)[number]

/**
 * States of a request for platform codes. `inProgress`: applied for, not begun; `processing`: the platform makes them, or
 * they are being fetched; `completed`: every segment is stored.
 */
export const platformRequestStates = {
  field: 'status',
  initial: 'initialized',
  values: ['initialized', 'inProgress', 'processing', 'completed', 'downloaded'],
  transitions: [
    {
      verb: 'apply',
      from: ['initialized'],
      to: 'inProgress',
      confirm: 'plain',
      final: 'the messaging platform has the request',
      audit: 'generate',
    },
    { verb: 'begin', from: ['inProgress', 'processing'], to: 'processing', by: 'server' },
    { verb: 'complete', from: ['processing'], to: 'completed', by: 'server' },
    { verb: 'fail', from: ['inProgress', 'processing'], to: 'initialized', by: 'server' },
    { verb: 'download', from: ['completed', 'downloaded'], to: 'downloaded', by: 'separateCall' },
  ],
  editable: ['initialized', 'completed', 'downloaded'],
  removable: ['initialized'],
} as const satisfies States

/**
 * Request for codes of the messaging platform. Product, mini-program and activity are sent only when codes are activated;
 * here they are the defaults of an activation.
 */
export const platformRequest = defineEntity({
  area: 'code',
  name: 'platform-request',
  table: 'platform_request',
  tenancy: 'tenant',
  label: 'activityName',
  defaultColumns: ['activityName', 'status', 'batchId', 'count', 'productTitle', 'completedAt', 'createTime'],
  scoped: true,
  fields: {
    activityName: text({ max: 100, required: true, search: 'like' }),
    batchId: ref({ entity: 'catalog/batch', required: true, search: 'eq' }),
    /** 10000 to 20000000 in steps of 10000: one rule with one message, so no separate bounds. */
    count: integer({ required: true }),
    productBrand: text({ max: 100, required: true, search: 'like' }),
    productTitle: text({ max: 100, required: true, search: 'like' }),
    /** EAN-8, UPC-A, EAN-13 or GTIN-14 with a right check digit. */
    productCode: text({ max: 14, required: true, search: 'like' }),
    miniAppId: text({ max: 32, pattern: '^wx[0-9a-z]{16}$', patternPhrase: 'platformAppId', hideInList: true }),
    miniPath: text({
      max: 200,
      pattern: '^[A-Za-z0-9_][A-Za-z0-9_/.-]*$',
      patternPhrase: 'miniPath',
      required: true,
      hideInList: true,
    }),
    miniVersion: choice({ options: miniVersions, default: 'official', required: true, hideInList: true }),
    /** Request of own codes that the platform codes stand for, in the same order: a scan then leads to the trace page. */
    requestId: ref({ entity: 'code/request', hideInList: true }),
    applicationNumber: text({ max: 128, readonly: true, awaited: true, hideInList: true }),
    platformNumber: text({ max: 20, readonly: true, awaited: true }),
    startPosition: integer({ readonly: true, hideInList: true }),
    endPosition: integer({ readonly: true, hideInList: true }),
    /** Number of stored codes. */
    fetched: integer({ readonly: true, hideInList: true }),
    /** Number of activated codes. */
    activated: integer({ readonly: true, hideInList: true }),
    status: choice({ options: platformRequestStates.values, default: 'initialized', search: 'eq', readonly: true }),
    /** Refusal key of what stopped it; the platform's number is in the next field. */
    failure: text({ max: 100, readonly: true, hideInList: true }),
    failureCode: integer({ readonly: true, hideInList: true }),
    /** Stopped until a person resumes it. */
    stopped: flag({ readonly: true, hideInList: true }),
    completedAt: datetime({ readonly: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['requestId'], constraint: 'platform_request_request_key', error: 'wechat.requestTaken' }],
  states: platformRequestStates,
  verbs: ['apply', 'download', 'activate'],
})

/** What the messaging platform shows for an activated code: the product and the page of the mini-program. */
export const platformProductFields = [
  'activityName',
  'productBrand',
  'productTitle',
  'productCode',
  'miniAppId',
  'miniPath',
  'miniVersion',
] as const
