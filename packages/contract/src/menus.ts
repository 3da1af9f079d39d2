import { keyOf, permissionOf } from './entity.ts'
import { listedByKey } from './views.ts'

/**
 * The delivered menu as data: catalogues, screens and the permissions of their buttons. The server writes it into the
 * menu table at start, where people may rearrange it; titles are phrases `menu.<key>`.
 */
export interface MenuSeed<Key extends string = MenuKey> {
  /** Phrase key `menu.<key>`; also identifies the row when it is delivered again. */
  key: Key
  icon: string
  path: string
  /** Screen id: `entity/<area>/<name>` draws a declared entity, anything else is a screen of its own. */
  component?: string
  /** Declared entity whose operations and verbs become the buttons. */
  entity?: string
  /** Permission to open the screen when there is no entity. */
  permission?: string
  /** Further permissions, as `verb` of the same object. */
  buttons?: readonly string[]
  children?: readonly MenuSeed<Key>[]
  /**
   * Only the platform operator may hold it. `writes`: all may hold the screen, only the operator the buttons that change
   * something; a list: only the operator the buttons of these verbs.
   */
  platformOnly?: boolean | 'writes' | readonly string[]
  noCache?: boolean
}

type Dots<S extends string> = S extends `${infer A}/${infer B}` ? `${A}.${Dots<B>}` : S

/** A menu whose key has a literal type. */
type Keyed<Key extends string> = Omit<MenuSeed<string>, 'key' | 'children' | 'permission' | 'buttons'> & { key: Key }

/** The screen of a declared entity; its menu key is the entity's key with dots, or `key`. */
function entityScreen<const Entity extends string, const More extends Partial<Keyed<string>> = object>(
  entity: Entity,
  icon: string,
  more?: More,
): Keyed<More extends { key: infer Key extends string } ? Key : Dots<Entity>>
function entityScreen(entity: string, icon: string, more?: Partial<Keyed<string>>): Keyed<string> {
  return {
    key: entity.replaceAll('/', '.'),
    icon,
    path: entity.split('/').slice(1).join('-'),
    component: `entity/${entity}`,
    entity,
    ...more,
  }
}

const declared = [
  {
    key: 'catalog',
    icon: 'appstore',
    path: '/catalog',
    children: [
      entityScreen('catalog/category', 'cluster'),
      entityScreen('catalog/product', 'shopping'),
      entityScreen('catalog/batch', 'inbox', { component: 'catalog/batch' }),
      entityScreen('catalog/recall', 'bell', { component: 'catalog/recall' }),
    ],
  },
  {
    key: 'code',
    icon: 'qrcode',
    path: '/code',
    children: [
      entityScreen('code/request', 'file-add', { component: 'code/request' }),
      entityScreen('code/platform-request', 'comment', { component: 'code/platform-request' }),
      {
        key: 'code.qr',
        icon: 'file-search',
        path: 'qr',
        component: 'code/qr',
        permission: 'code:qr:list',
        buttons: ['query', 'import'],
      },
      {
        key: 'code.by-state',
        icon: 'barcode',
        path: 'by-state',
        component: 'code/by-state',
        permission: 'code:by-state:list',
        buttons: ['export'],
      },
      {
        key: 'code.packing',
        icon: 'block',
        path: 'packing',
        component: 'code/packing',
        permission: 'code:packing:list',
        buttons: ['query', 'pack', 'unpack', 'export'],
      },
      {
        key: 'code.label',
        icon: 'safety-certificate',
        path: 'label',
        component: 'code/label',
        permission: 'code:label:list',
        buttons: ['export', 'activate', 'spoil', 'lose', 'reinstate', 'rule'],
      },
      entityScreen('code/label-layout', 'printer', { component: 'code/label-layout' }),
    ],
  },
  {
    key: 'stage',
    icon: 'branches',
    path: '/stage',
    children: [
      {
        key: 'stage.progress',
        icon: 'calendar',
        path: 'progress',
        component: 'stage/progress',
        permission: 'stage:progress:list',
        buttons: ['export'],
      },
      entityScreen('stage/circulation', 'node-index', { component: 'stage/circulation' }),
      entityScreen('stage/template', 'form', { component: 'stage/template' }),
      entityScreen('stage/parameter', 'control', { component: 'stage/parameter' }),
      {
        key: 'stage.record',
        icon: 'profile',
        path: 'record',
        component: 'stage/record',
        permission: 'stage:record:list',
        buttons: ['query', 'report', 'enter', 'correct', 'void', 'export', 'forget'],
      },
      {
        key: 'stage.change-request',
        icon: 'rollback',
        path: 'change-request',
        component: 'stage/change-request',
        permission: 'stage:change-request:list',
        buttons: ['export', 'rule'],
      },
      {
        key: 'stage.authorization',
        icon: 'safety',
        path: 'authorization',
        component: 'stage/authorization',
        permission: 'stage:authorization:list',
        buttons: ['add', 'edit', 'remove'],
      },
    ],
  },
  {
    key: 'certification',
    icon: 'check-square',
    path: '/certification',
    children: [
      {
        key: 'certification.authorization',
        icon: 'key',
        path: 'authorization',
        component: 'certification/authorization',
        permission: 'certification:authorization:list',
        buttons: ['export', 'authorize', 'submit', 'resubmit', 'withdraw', 'judge'],
      },
      {
        key: 'certification.review',
        icon: 'flag',
        path: 'review',
        component: 'certification/review',
        permission: 'certification:review:list',
        buttons: ['export', 'judge'],
      },
    ],
  },
  {
    key: 'custody',
    icon: 'gateway',
    path: '/custody',
    children: [
      entityScreen('custody/offer', 'interaction', { component: 'custody/offer' }),
      entityScreen('custody/invitation', 'usergroup-add', { component: 'custody/invitation' }),
      entityScreen('custody/supplier-invitation', 'user-add', { component: 'custody/supplier-invitation' }),
      {
        key: 'custody.whereabouts',
        icon: 'aim',
        path: 'whereabouts',
        component: 'custody/whereabouts',
        permission: 'custody:whereabouts:list',
        buttons: [],
      },
    ],
  },
  {
    key: 'material',
    icon: 'container',
    path: '/material',
    children: [
      {
        ...entityScreen('material/balance', 'calculator', { component: 'material/balance' }),
        // The entries of an account are listed within the screen of balances.
        children: [{ key: 'material.entry', icon: 'ordered-list', path: 'entry', entity: 'material/entry' }],
      },
      entityScreen('material/transfer', 'merge', { component: 'material/transfer' }),
      {
        key: 'material.flow',
        icon: 'fork',
        path: 'flow',
        component: 'material/flow',
        permission: 'material:flow:list',
        buttons: ['export'],
      },
      {
        key: 'material.origin',
        icon: 'node-expand',
        path: 'origin',
        component: 'material/origin',
        permission: 'material:origin:list',
        buttons: ['export'],
      },
      {
        key: 'material.yield',
        icon: 'percentage',
        path: 'yield',
        component: 'material/yield',
        permission: 'material:yield:list',
        buttons: ['export'],
      },
      {
        key: 'material.warning',
        icon: 'exception',
        path: 'warning',
        component: 'material/warning',
        permission: 'material:warning:list',
      },
      entityScreen('material/species', 'experiment', { component: 'material/species' }),
      entityScreen('material/plot', 'border-outer'),
    ],
  },
  {
    key: 'evidence',
    icon: 'file-protect',
    path: '/evidence',
    children: [entityScreen('evidence/document', 'file-protect')],
  },
  {
    key: 'trace',
    icon: 'bar-chart',
    path: '/trace',
    children: [
      {
        key: 'trace.scan-log',
        icon: 'scan',
        path: 'scan-log',
        component: 'trace/scan-log',
        permission: 'trace:scan-log:list',
        buttons: ['export'],
      },
      {
        key: 'trace.check-log',
        icon: 'security-scan',
        path: 'check-log',
        component: 'trace/check-log',
        permission: 'trace:check-log:list',
        buttons: ['export'],
      },
    ],
  },
  {
    key: 'stats',
    icon: 'fund',
    path: '/stats',
    children: [
      {
        key: 'stats.trend',
        icon: 'line-chart',
        path: 'trend',
        component: 'stats/trend',
        permission: 'stats:trend:list',
        buttons: ['export', 'recount'],
      },
      {
        key: 'stats.product',
        icon: 'pie-chart',
        path: 'product',
        component: 'stats/product',
        permission: 'stats:product:list',
        buttons: ['export'],
      },
      {
        key: 'stats.place',
        icon: 'heat-map',
        path: 'place',
        component: 'stats/place',
        permission: 'stats:place:list',
        buttons: ['export'],
      },
      {
        key: 'stats.stage',
        icon: 'field-time',
        path: 'stage',
        component: 'stats/stage',
        permission: 'stats:stage:list',
        buttons: ['export'],
      },
    ],
  },
  {
    key: 'channel',
    icon: 'deployment-unit',
    path: '/channel',
    children: [
      entityScreen('channel/dealer-level', 'partition'),
      entityScreen('channel/dealer', 'user-switch'),
      entityScreen('channel/territory', 'compass'),
      {
        key: 'channel.assignment',
        icon: 'swap',
        path: 'assignment',
        component: 'channel/assignment',
        permission: 'channel:assignment:list',
        buttons: ['query', 'assign', 'withdraw', 'export'],
      },
      entityScreen('channel/case', 'alert', { component: 'channel/case' }),
      {
        // Only for dealer accounts: the server leaves it out of all other menus.
        key: 'channel.own',
        icon: 'thunderbolt',
        path: 'own',
        component: 'channel/own',
        permission: 'channel:own-code:list',
        buttons: ['export'],
        // Lists within that screen.
        children: [
          {
            key: 'channel.own-scan',
            icon: 'scan',
            path: 'own-scan',
            permission: 'channel:own-scan:list',
            buttons: ['export'],
          },
          {
            key: 'channel.own-check',
            icon: 'security-scan',
            path: 'own-check',
            permission: 'channel:own-check:list',
            buttons: ['export'],
          },
          {
            key: 'channel.own-store',
            icon: 'shop',
            path: 'own-store',
            permission: 'channel:own-store:list',
            buttons: ['query', 'add', 'edit', 'remove', 'export'],
          },
          {
            key: 'channel.own-case',
            icon: 'alert',
            path: 'own-case',
            permission: 'channel:own-case:list',
            buttons: ['export'],
          },
        ],
      },
      entityScreen('channel/store', 'shop'),
      entityScreen('channel/customer', 'contacts'),
      entityScreen('channel/supplier', 'solution'),
    ],
  },
  {
    key: 'trade',
    icon: 'transaction',
    path: '/trade',
    children: [
      {
        ...entityScreen('trade/listing', 'shopping-cart', {
          key: 'trade.publish',
          path: 'publishInfo',
          component: 'trade/listing',
          platformOnly: ['audit'],
        }),
        // Rights without a screen of their own: quotes are listed within the listings' screen.
        children: [{ key: 'trade.quote', icon: 'swap', path: 'quote', entity: 'trade/quote' }],
      },
      entityScreen('trade/phone-view', 'history', { component: 'trade/phone-view' }),
    ],
  },
  {
    key: 'news',
    icon: 'read',
    path: '/news',
    children: [
      entityScreen('news/article', 'message', { component: 'news/article', platformOnly: 'writes' }),
      entityScreen('news/category', 'tags', { platformOnly: 'writes' }),
    ],
  },
  {
    key: 'site',
    icon: 'picture',
    path: '/site',
    platformOnly: true,
    children: [entityScreen('site/banner', 'picture', { component: 'site/banner', platformOnly: true })],
  },
  {
    key: 'tenant',
    icon: 'bank',
    path: '/tenant',
    platformOnly: true,
    children: [entityScreen('tenant/enterprise', 'bank', { component: 'tenant/enterprise', platformOnly: true })],
  },
  {
    key: 'wechat',
    icon: 'wechat',
    path: '/wechat',
    children: [
      {
        key: 'wechat.account',
        icon: 'link',
        path: 'account',
        component: 'wechat/account',
        permission: 'wechat:account:list',
        buttons: ['edit'],
      },
      entityScreen('wechat/user', 'smile', { platformOnly: true }),
    ],
  },
  {
    key: 'system',
    icon: 'setting',
    path: '/system',
    children: [
      entityScreen('system/user', 'user', { component: 'system/user' }),
      entityScreen('system/role', 'team', { component: 'system/role' }),
      {
        key: 'system.menu',
        icon: 'menu',
        path: 'menu',
        component: 'system/menu',
        permission: 'system:menu:list',
        buttons: ['query', 'add', 'edit', 'remove'],
        platformOnly: true,
      },
      entityScreen('system/dept', 'apartment', { component: 'system/dept' }),
      entityScreen('system/post', 'idcard'),
      entityScreen('system/dict/type', 'book', {
        key: 'system.dict',
        path: 'dict',
        component: 'system/dict',
        platformOnly: true,
      }),
      entityScreen('system/config', 'build', { component: 'system/config', platformOnly: true }),
      entityScreen('system/notice', 'notification', { component: 'system/notice', platformOnly: 'writes' }),
      entityScreen('system/division', 'environment', { component: 'system/division', platformOnly: 'writes' }),
      // Views are saved in the lists themselves: a permission without a screen.
      { key: 'system.list-view', icon: 'table', path: 'list-view', permission: 'system:list-view:share' },
      {
        key: 'system.log',
        icon: 'file-text',
        path: 'log',
        children: [
          {
            key: 'monitor.oper-log',
            icon: 'audit',
            path: 'operlog',
            component: 'monitor/oper-log',
            permission: 'monitor:operlog:list',
            buttons: ['query', 'remove', 'export'],
          },
          {
            key: 'monitor.login-log',
            icon: 'login',
            path: 'logininfor',
            component: 'monitor/login-log',
            permission: 'monitor:logininfor:list',
            buttons: ['query', 'remove', 'export', 'unlock'],
          },
        ],
      },
    ],
  },
  {
    key: 'monitor',
    icon: 'cloud-server',
    path: '/monitor',
    children: [
      {
        key: 'monitor.online',
        icon: 'global',
        path: 'online',
        component: 'monitor/online',
        permission: 'monitor:online:list',
        buttons: ['query', 'batchLogout', 'forceLogout'],
      },
      {
        ...entityScreen('monitor/job', 'schedule', { component: 'monitor/job', platformOnly: true }),
        // The log is reached from the tasks, at an address of its own.
        children: [
          {
            key: 'monitor.job-log',
            icon: 'file-done',
            path: 'job-log',
            permission: 'monitor:job-log:list',
            buttons: ['query', 'remove', 'export'],
            platformOnly: true,
          },
        ],
      },
      {
        key: 'monitor.server',
        icon: 'hdd',
        path: 'server',
        component: 'monitor/server',
        permission: 'monitor:server:list',
        buttons: ['mail'],
        platformOnly: true,
      },
      {
        key: 'monitor.anchor',
        icon: 'gold',
        path: 'anchor',
        component: 'monitor/anchor',
        permission: 'monitor:anchor:list',
        buttons: ['query', 'retry'],
        platformOnly: true,
      },
      {
        key: 'monitor.cache',
        icon: 'database',
        path: 'cache',
        component: 'monitor/cache',
        permission: 'monitor:cache:list',
        buttons: ['remove'],
        platformOnly: true,
      },
    ],
  },
  {
    key: 'tool',
    icon: 'tool',
    path: '/tool',
    platformOnly: true,
    children: [
      {
        key: 'tool.build',
        icon: 'file-done',
        path: 'build',
        component: 'tool/build',
        permission: 'tool:build:list',
        buttons: ['query', 'add', 'edit', 'remove'],
        platformOnly: true,
      },
      {
        key: 'tool.gen',
        icon: 'code',
        path: 'gen',
        component: 'tool/gen',
        permission: 'tool:gen:list',
        buttons: ['query', 'edit', 'remove', 'import', 'preview', 'code'],
        platformOnly: true,
      },
      {
        key: 'tool.swagger',
        icon: 'api',
        path: 'swagger',
        component: 'tool/swagger',
        permission: 'tool:swagger:list',
        platformOnly: true,
      },
    ],
  },
] as const satisfies readonly MenuSeed<string>[]

type KeysOf<Menu> = Menu extends { key: infer Key extends string }
  ? Key | (Menu extends { children: readonly (infer Child)[] } ? KeysOf<Child> : never)
  : never

/** Keys of all delivered menus; the compiler requires a phrase `menu.<key>` in every language. */
export type MenuKey = KeysOf<(typeof declared)[number]>

type ButtonsOf<Menu> =
  | (Menu extends { buttons: readonly (infer Verb extends string)[] } ? Verb : never)
  | (Menu extends { children: readonly (infer Child)[] } ? ButtonsOf<Child> : never)

/** Verbs that menus grant in addition to their entity's; the role matrix names each by the phrase `action.<verb>`. */
export type MenuVerb = ButtonsOf<(typeof declared)[number]>

type ObjectOf<Name extends string> = Name extends `${infer Area}:${infer Object}:${string}`
  ? `${Area}:${Object}`
  : never

type PermissionsOf<Menu> =
  | (Menu extends { permission: infer Own extends string }
      ? Own | (Menu extends { buttons: readonly (infer Verb extends string)[] } ? `${ObjectOf<Own>}:${Verb}` : never)
      : never)
  | (Menu extends { children: readonly (infer Child)[] } ? PermissionsOf<Child> : never)

/** The permissions of screens that draw no declared entity, with those of their buttons. */
export type MenuPermission = PermissionsOf<(typeof declared)[number]>

export const menus: readonly MenuSeed[] = declared

/** The permission behind a menu's button. */
export interface Button {
  verb: string
  permission: string
  /** Only the platform operator may hold it. */
  platformOnly: boolean
}

/** Permission to see a menu's screen, if it has one. */
export function menuPermission(menu: MenuSeed): string | undefined {
  const entity = menu.entity ? listedByKey(menu.entity) : undefined
  return entity ? permissionOf(entity, 'list') : menu.permission
}

export function menuButtons(menu: MenuSeed): Button[] {
  const entity = menu.entity ? listedByKey(menu.entity) : undefined
  if (menu.entity && !entity) throw new Error(`Menu ${menu.key} names an unknown entity or view ${menu.entity}`)
  const operationButtons = entity
    ? [...entity.operations.filter(verb => verb !== 'list'), ...(entity.verbs ?? [])].map(verb => ({
        verb,
        permission: permissionOf(entity, verb),
      }))
    : []
  const object = (entity ? keyOf(entity).replace('/', ':') : (menu.permission ?? '').split(':').slice(0, 2).join(':'))
    .split(':')
    .slice(0, 2)
    .join(':')
  const more = (menu.buttons ?? []).map(verb => ({ verb, permission: `${object}:${verb}` }))
  const shared = ['query', 'export']
  return [...operationButtons, ...more].map(button => ({
    ...button,
    platformOnly:
      menu.platformOnly === true ||
      (menu.platformOnly === 'writes'
        ? !shared.includes(button.verb)
        : Array.isArray(menu.platformOnly) && menu.platformOnly.includes(button.verb)),
  }))
}

const everyMenu = (list: readonly MenuSeed[]): MenuSeed[] =>
  list.flatMap(menu => [menu, ...everyMenu(menu.children ?? [])])

/**
 * Permissions that only the platform operator may hold. The permission is withheld from enterprises, not the menu: people
 * may add menus with any permission.
 */
export function platformPermissions(): ReadonlySet<string> {
  const granted = everyMenu(menus).flatMap(menu => {
    const permission = menuPermission(menu)
    const screen =
      permission === undefined ? [] : [{ permission: permission, platformOnly: menu.platformOnly === true }]
    return [...screen, ...menuButtons(menu)]
  })
  const shared = new Set(granted.filter(one => !one.platformOnly).map(one => one.permission))
  return new Set(granted.map(one => one.permission).filter(permission => !shared.has(permission)))
}
