import { traders } from '../user-types.ts'

/**
 * What waits for people, shown first on the home page: each item is a list with a filter. The same filter counts the rows and
 * opens the list, within the reader's rights and data scope. A new item is an entry here, its source in
 * `apps/server/src/areas/stats/waiting/sources.ts`, and its phrase `stats.waiting.<key>` in three languages.
 */
export interface WaitingItem {
  /** The list as `area/name`; its permission `list` is needed. */
  list: string
  /** Address of the list in the back office. */
  screen: string
  /** Filter of the list. */
  filter: Readonly<Record<string, string>>
  /** Bounds of one more filter, a range of days: distances from today, in days. */
  days?: { field: string; from: number; to?: number }
  /** The field whose earliest value says how old the oldest row is. */
  moment: string
  /** Rows wait since the moment, or something is due at it. */
  age: 'since' | 'due'
  /** Fields of the oldest row that name it. */
  names: readonly string[]
  /**
   * It waits for those who have one of these permissions too: who may only read a list has nothing to do there. Without them nobody of the
   * enterprise can do anything about it, and all who may open the list should know.
   */
  may?: readonly string[]
  /** It concerns those who lack this permission: who change records themselves need no report of changes. */
  unless?: string
  /** Only for the platform operator. */
  platformOnly?: true
  /** The board of warnings that has it too; there everybody sees it who may open the list, with the people who may act. */
  board?: 'wood'
  /** It stands on its board only. */
  isOnHome?: false
  /** User types that may open the list; default 1 (back office). */
  userTypes?: readonly number[]
}

/** Counting stops here, and the page shows "99+". */
export const mostWaiting = 99

/** Days that a reader of records looks back. */
const lookBack = 30

const declared = {
  listingsSupply: {
    list: 'trade/listing',
    screen: '/trade/publishInfo',
    filter: { status: 'pending', kind: 'supply' },
    moment: 'publishTime',
    age: 'since',
    names: ['goodsName'],
    may: ['trade:listing:audit'],
    platformOnly: true,
  },
  listingsPurchase: {
    list: 'trade/listing',
    screen: '/trade/publishInfo',
    filter: { status: 'pending', kind: 'purchase' },
    moment: 'publishTime',
    age: 'since',
    names: ['goodsName'],
    may: ['trade:listing:audit'],
    platformOnly: true,
  },
  newEnterprises: {
    list: 'tenant/enterprise',
    screen: '/tenant/enterprise',
    filter: {},
    days: { field: 'createTime', from: -7 },
    moment: 'createTime',
    age: 'since',
    names: ['name'],
    may: ['tenant:enterprise:edit'],
    platformOnly: true,
  },
  failedTasks: {
    list: 'monitor/job-log',
    screen: '/monitor/job-log/index',
    filter: { status: 'failed' },
    days: { field: 'startTime', from: -7 },
    moment: 'startTime',
    age: 'since',
    names: [],
    may: ['monitor:job:run'],
    platformOnly: true,
  },
  lostTasks: {
    list: 'monitor/job-log',
    screen: '/monitor/job-log/index',
    filter: { status: 'lost' },
    days: { field: 'startTime', from: -7 },
    moment: 'startTime',
    age: 'since',
    names: [],
    may: ['monitor:job:run'],
    platformOnly: true,
  },
  stagesOverdue: {
    list: 'stage/progress',
    screen: '/stage/progress',
    filter: { late: 'true' },
    moment: 'due',
    age: 'due',
    names: ['batchNumber', 'nextStage', 'responsible'],
    may: ['stage:record:enter', 'stage:record:report'],
  },
  woodUndeclared: {
    list: 'material/balance',
    screen: '/material/balance',
    filter: { sourceless: 'true' },
    moment: 'undeclaredSince',
    age: 'since',
    names: ['batchNumber'],
    may: ['stage:record:enter', 'stage:record:report', 'custody:offer:accept'],
    board: 'wood',
  },
  recalledWood: {
    list: 'material/transfer',
    screen: '/material/transfer',
    filter: { recalled: 'true', status: 'posted' },
    moment: 'happenedAt',
    age: 'since',
    names: ['batches'],
    may: ['catalog:recall:declare', 'material:transfer:reverse'],
    board: 'wood',
  },
  balancesDiffering: {
    list: 'material/balance',
    screen: '/material/balance',
    filter: { differs: 'true' },
    moment: 'differsSince',
    age: 'since',
    names: ['batchNumber'],
    board: 'wood',
  },
  plotsOverlapping: {
    list: 'material/plot',
    screen: '/material/plot',
    filter: { hasOverlaps: 'true' },
    moment: 'createTime',
    age: 'since',
    names: ['name'],
    may: ['material:plot:edit'],
    board: 'wood',
    isOnHome: false,
  },
  yieldsUnusual: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { question: 'yield', status: 'current' },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    may: ['stage:record:correct', 'stage:record:void'],
    board: 'wood',
    isOnHome: false,
  },
  speciesAsked: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { question: 'species', status: 'current' },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    may: ['stage:record:correct', 'stage:record:void'],
    board: 'wood',
    isOnHome: false,
  },
  permitsEnding: {
    list: 'evidence/document',
    screen: '/evidence/document',
    filter: { underway: 'true' },
    days: { field: 'validUntil', from: -365, to: 30 },
    moment: 'validUntil',
    age: 'due',
    names: ['name'],
    may: ['stage:record:enter', 'stage:record:report'],
    board: 'wood',
  },
  changeRequests: {
    list: 'stage/change-request',
    screen: '/stage/change-request',
    filter: { status: 'waiting' },
    moment: 'requestedAt',
    age: 'since',
    names: ['batchNumber'],
    may: ['stage:record:void', 'stage:record:correct'],
  },
  reviews: {
    list: 'certification/review',
    screen: '/certification/review',
    filter: { state: 'authorizedNotCertified' },
    moment: 'since',
    age: 'since',
    names: ['batchNumber', 'ownerName'],
    may: ['certification:review:judge'],
  },
  ownReviews: {
    list: 'certification/authorization',
    screen: '/certification/authorization',
    filter: { state: 'notYetCertified' },
    moment: 'since',
    age: 'since',
    names: ['batchNumber'],
    may: ['certification:authorization:judge'],
  },
  reviewsFailed: {
    list: 'certification/authorization',
    screen: '/certification/authorization',
    filter: { state: 'authorizedFailed' },
    moment: 'since',
    age: 'since',
    names: ['batchNumber'],
    may: ['certification:authorization:resubmit'],
  },
  ownReviewsFailed: {
    list: 'certification/authorization',
    screen: '/certification/authorization',
    filter: { state: 'failed' },
    moment: 'since',
    age: 'since',
    names: ['batchNumber'],
    may: ['certification:authorization:resubmit'],
  },
  requestsDraft: {
    list: 'code/request',
    screen: '/code/request',
    filter: { status: 'initialized' },
    moment: 'createTime',
    age: 'since',
    names: ['name'],
    may: ['code:request:submit'],
  },
  codesToPrint: {
    list: 'code/request',
    screen: '/code/request',
    // Codes of received goods are on them already.
    filter: { status: 'completed', origin: 'own' },
    moment: 'completedAt',
    age: 'since',
    names: ['name'],
    may: ['code:request:print', 'code:request:download'],
  },
  casesOpen: {
    list: 'channel/case',
    screen: '/channel/case',
    filter: { status: 'open' },
    moment: 'firstAt',
    age: 'since',
    names: [],
    may: ['channel:case:state'],
  },
  papersExpiring: {
    list: 'evidence/document',
    screen: '/evidence/document',
    filter: {},
    days: { field: 'validUntil', from: 0, to: 30 },
    moment: 'validUntil',
    age: 'due',
    names: ['name'],
    may: ['evidence:document:edit'],
  },
  goodsOffered: {
    list: 'custody/offer',
    screen: '/custody/offer',
    filter: { side: 'received', standing: 'open' },
    moment: 'offeredAt',
    age: 'since',
    names: ['goods', 'giver'],
    may: ['custody:offer:accept'],
  },
  stagesInvited: {
    list: 'custody/invitation',
    screen: '/custody/invitation',
    filter: { side: 'received', standing: 'open' },
    moment: 'invitedAt',
    age: 'since',
    names: ['goods', 'holder'],
    may: ['custody:invitation:accept'],
  },
  goodsDisputed: {
    list: 'custody/offer',
    screen: '/custody/offer',
    filter: { disputeTurn: 'own' },
    moment: 'disputedAt',
    age: 'since',
    names: ['goods'],
    may: ['custody:offer:accept', 'custody:offer:add'],
  },
  quotesToAnswer: {
    list: 'trade/quote',
    screen: '/trade/publishInfo/applyList',
    filter: { side: 'received', standing: 'open' },
    moment: 'quoteTime',
    age: 'since',
    names: ['goodsName', 'quoteEnterprise'],
    may: ['trade:quote:accept'],
    userTypes: traders,
  },
  dealerWarnings: {
    list: 'channel/own-case',
    screen: '/channel/own?list=cases',
    filter: {},
    days: { field: 'lastAt', from: -lookBack },
    moment: 'firstAt',
    age: 'since',
    names: [],
    userTypes: [5],
  },
  recordsWithdrawn: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { status: 'voided' },
    days: { field: 'recordedAt', from: -lookBack },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    unless: 'stage:record:correct',
  },
  recordsCorrected: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { deviation: 'corrected' },
    days: { field: 'recordedAt', from: -lookBack },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    unless: 'stage:record:correct',
  },
  recordsLate: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { deviation: 'late' },
    days: { field: 'recordedAt', from: -lookBack },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    unless: 'stage:record:correct',
  },
  recordsUnlikely: {
    list: 'stage/record',
    screen: '/stage/record',
    filter: { flagged: 'true' },
    days: { field: 'recordedAt', from: -lookBack },
    moment: 'recordedAt',
    age: 'since',
    names: ['batchNumber'],
    unless: 'stage:record:correct',
  },
} as const satisfies Record<string, WaitingItem>

export type WaitingKey = keyof typeof declared

/** The items in the order of the page. */
export const waitingItems: Readonly<Record<WaitingKey, WaitingItem>> = declared
export const waitingKeys = Object.keys(declared) as WaitingKey[]

/** The warnings about wood, in the order of their board. A new one is an item with this board. */
export const woodWarnings = waitingKeys.filter(key => waitingItems[key].board === 'wood')

/** Permission of the list of an item. */
export const waitingPermission = ({ list }: WaitingItem): string => `${list.replace('/', ':')}:list`
