/**
 * Delivered roles and their permissions: the permission matrix as data. Patterns match permissions part by part, `*`
 * matches any. Every enterprise gets the roles whose `tenant` fits it; people add more.
 */
export interface RoleSeed<Key extends string = RoleKey> {
  /** Phrase key `role.<key>`. */
  key: Key
  sort: number
  dataScope: '1' | '2' | '3' | '4' | '5'
  /** Which enterprises get it: the platform operator, all others, or both. */
  tenant: 'platform' | 'enterprise' | 'both'
  /** Usual user type of its holders (1 back office, 2 H5, 4 supplier, 5 customer). */
  userType: 1 | 2 | 3 | 4 | 5
  allow: readonly string[]
  deny?: readonly string[]
}

const everyVerb = [
  'catalog:*:*',
  'code:*:*',
  'certification:authorization:*',
  'stage:*:*',
  'custody:*:*',
  'evidence:*:*',
  'material:*:*',
  'channel:*:*',
  'trace:*:*',
  'stats:*:*',
]
/** Which species there are, and which of them need a permit. */
const species = ['material:species:list', 'material:species:export']
const reading = ['trade:*:list', 'trade:*:query', 'news:*:list', 'news:*:query']
/** Administrators design stage forms and circulations; clerks use them. */
const formVerbs = ['stage:template:add', 'stage:template:edit', 'stage:circulation:add', 'stage:circulation:edit']

const declared = [
  { key: 'superAdmin', sort: 1, dataScope: '1', tenant: 'platform', userType: 1, allow: ['*:*:*'] },
  {
    key: 'platformOperator',
    sort: 2,
    dataScope: '1',
    tenant: 'platform',
    userType: 1,
    allow: ['*:*:*'],
    // Operates the platform day to day: monitors state and tasks, designs forms, reads the interface docs. Removing
    // logs and generating product files stays with the administrator.
    deny: [
      'system:menu:*',
      'monitor:operlog:remove',
      'monitor:logininfor:remove',
      'tool:gen:*',
      'code:request:security',
      'code:request:download',
      'code:platform-request:download',
    ],
  },
  { key: 'enterpriseAdmin', sort: 1, dataScope: '1', tenant: 'enterprise', userType: 1, allow: ['*:*:*'] },
  {
    key: 'enterpriseClerk',
    sort: 2,
    dataScope: '4',
    tenant: 'enterprise',
    userType: 1,
    allow: [...everyVerb, ...reading],
    deny: [
      'code:request:security',
      'code:request:download',
      'code:platform-request:download',
      '*:*:remove',
      // A recall is public.
      'catalog:recall:declare',
      'catalog:recall:state',
      'certification:authorization:judge',
      'certification:authorization:withdraw',
      // Thresholds of clone detection.
      'channel:case:thresholds',
      'stage:authorization:*',
      'stage:record:forget',
      // For how long reporters may ask for changes.
      'stage:change-request:rule',
      'stats:trend:recount',
      ...formVerbs,
    ],
  },
  {
    key: 'codePrinter',
    sort: 3,
    dataScope: '1',
    tenant: 'enterprise',
    userType: 1,
    allow: ['code:*:*', 'catalog:batch:list', 'catalog:batch:query', 'stats:*:*', ...species],
    deny: ['code:request:remove', 'code:platform-request:remove', 'stats:trend:recount'],
  },
  {
    key: 'fieldReporter',
    sort: 4,
    dataScope: '5',
    tenant: 'enterprise',
    userType: 2,
    allow: [
      'stage:record:report',
      'stage:record:list',
      'stage:record:query',
      // Who attaches labels to goods, or finds them spoiled, stands in front of them.
      'code:label:activate',
      'code:label:spoil',
      'code:label:lose',
      // Goods are counted and taken over where they arrive.
      'custody:offer:list',
      'custody:offer:accept',
    ],
  },
  {
    key: 'certifier',
    sort: 5,
    dataScope: '1',
    tenant: 'enterprise',
    userType: 1,
    allow: ['certification:review:*', 'evidence:document:*', ...species],
    deny: ['evidence:document:remove'],
  },
  {
    key: 'dealer',
    sort: 6,
    dataScope: '5',
    tenant: 'enterprise',
    userType: 5,
    allow: [
      'trade:listing:list',
      'trade:quote:list',
      'trade:*:query',
      'trade:quote:add',
      'trade:listing:phone',
      ...['code', 'scan', 'check', 'store', 'case'].flatMap(name => [
        `channel:own-${name}:list`,
        `channel:own-${name}:export`,
      ]),
      'channel:own-store:*',
    ],
  },
  {
    key: 'trader',
    sort: 7,
    dataScope: '1',
    tenant: 'enterprise',
    userType: 1,
    allow: ['trade:*:*', 'news:*:list', 'news:*:query', 'catalog:product:list', 'catalog:product:query', ...species],
    deny: ['trade:*:audit'],
  },
  {
    key: 'supplier',
    sort: 9,
    dataScope: '5',
    tenant: 'enterprise',
    userType: 4,
    // Stages and goods come with invitations; there is nothing else of the enterprise to see.
    allow: ['stage:record:report'],
  },
  { key: 'auditor', sort: 8, dataScope: '1', tenant: 'both', userType: 1, allow: ['*:*:list', '*:*:query'] },
] as const satisfies readonly RoleSeed<string>[]

/** Keys of all delivered roles; the compiler requires a phrase `role.<key>` in every language. */
export type RoleKey = (typeof declared)[number]['key']

export const roles: readonly RoleSeed[] = declared

function matches(pattern: string, permission: string): boolean {
  const wanted = pattern.split(':')
  return permission.split(':').every((part, position) => wanted[position] === '*' || wanted[position] === part)
}

/** Whether the role's matrix allows this permission. */
export function roleAllows(role: RoleSeed, permission: string): boolean {
  return (
    role.allow.some(pattern => matches(pattern, permission)) &&
    !role.deny?.some(pattern => matches(pattern, permission))
  )
}
