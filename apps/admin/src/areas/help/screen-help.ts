import type { PhraseKey } from '@timbermark/phrases'

/** `help.<texts>.for` says what a screen is for, `help.<texts>.1` to `.3` are its steps. */
export type HelpTexts = Extract<PhraseKey, `help.${string}.for`> extends `help.${infer Texts}.for` ? Texts : never

/** `help.word.<word>` is a word, `help.word.<word>.is` what it means. */
export type HelpWord = Extract<PhraseKey, `help.word.${string}.is`> extends `help.word.${infer Word}.is` ? Word : never

export interface ScreenHelp {
  texts: HelpTexts
  words: readonly HelpWord[]
  /** Ids of the screens where the work goes on; those that the person may not open are left out. */
  next: readonly string[]
}

/** Help by the id of the screen. */
const declared = {
  index: {
    texts: 'home',
    words: ['batch', 'stage', 'tracePage'],
    next: ['catalog/batch', 'stage/progress', 'certification/review', 'trade/listing', 'channel/own', 'user/profile'],
  },

  'entity/catalog/category': {
    texts: 'catalog.category',
    words: ['circulation', 'tracePage'],
    next: ['entity/catalog/product', 'stage/circulation'],
  },
  'entity/catalog/product': {
    texts: 'catalog.product',
    words: ['batch', 'tracePage'],
    next: ['catalog/batch', 'entity/catalog/category'],
  },
  'catalog/batch': {
    texts: 'catalog.batch',
    words: ['batch', 'circulation', 'stage', 'voided'],
    next: ['code/request', 'stage/progress', 'stage/record'],
  },
  'catalog/recall': {
    texts: 'catalog.recall',
    words: ['recall', 'codeRange', 'tracePage', 'ledger'],
    next: ['catalog/batch', 'trace/scan-log'],
  },

  'code/request': {
    texts: 'code.request',
    words: ['traceCode', 'securityCode', 'codeRequest', 'proposedStage'],
    next: ['code/label-layout', 'code/qr', 'certification/authorization', 'stage/authorization'],
  },
  'code/platform-request': {
    texts: 'code.platform-request',
    words: ['miniProgram', 'traceCode', 'codeRange'],
    next: ['wechat/account', 'code/request'],
  },
  'code/qr': {
    texts: 'code.qr',
    words: ['traceCode', 'securityCode', 'codeRange', 'parentCode'],
    next: ['code/by-state', 'code/packing', 'stage/record', 'certification/authorization'],
  },
  'code/by-state': {
    texts: 'code.by-state',
    words: ['labelState', 'certification', 'assignment'],
    next: ['code/qr', 'code/label'],
  },
  'code/packing': {
    texts: 'code.packing',
    words: ['parentCode', 'codeRange', 'ledger'],
    next: ['code/qr', 'stage/record'],
  },
  'code/label': {
    texts: 'code.label',
    words: ['labelState', 'codeRange', 'ledger'],
    next: ['code/by-state', 'code/qr'],
  },
  'code/label-layout': {
    texts: 'code.label-layout',
    words: ['traceCode', 'securityCode'],
    next: ['code/request'],
  },

  'custody/offer': {
    texts: 'custody.offer',
    words: ['codeRange', 'batch', 'ledger'],
    next: ['catalog/batch', 'code/packing', 'stage/record'],
  },
  'custody/invitation': {
    texts: 'custody.invitation',
    words: ['stage', 'stageReport', 'codeRange', 'batch'],
    next: ['custody/offer', 'stage/record', 'catalog/batch'],
  },
  'custody/supplier-invitation': {
    texts: 'custody.supplier-invitation',
    words: ['stage', 'stageReport', 'codeRange', 'role'],
    next: ['stage/record', 'custody/invitation', 'system/user'],
  },
  'custody/whereabouts': {
    texts: 'custody.whereabouts',
    words: ['batch', 'stage', 'traceCode'],
    next: ['catalog/batch', 'custody/offer'],
  },

  'material/balance': {
    texts: 'material.balance',
    words: ['batch', 'stageReport'],
    next: ['stage/record', 'catalog/batch', 'custody/offer'],
  },
  'material/transfer': {
    texts: 'material.transfer',
    words: ['batch', 'stageReport'],
    next: ['material/balance', 'stage/record'],
  },
  'material/flow': {
    texts: 'material.flow',
    words: ['batch', 'stageReport', 'yield'],
    next: ['material/origin', 'material/balance', 'stage/record'],
  },
  'material/origin': {
    texts: 'material.origin',
    words: ['batch', 'stageReport', 'traceCode'],
    next: ['entity/material/plot', 'material/flow', 'custody/whereabouts'],
  },
  'material/yield': {
    texts: 'material.yield',
    words: ['yield', 'stageReport'],
    next: ['stage/record', 'material/flow', 'stats/stage'],
  },
  'material/warning': {
    texts: 'material.warning',
    words: ['batch', 'stageReport', 'yield'],
    next: ['material/balance', 'entity/material/plot', 'stage/record'],
  },
  'material/species': {
    texts: 'material.species',
    words: ['cites', 'stageReport'],
    next: ['entity/catalog/product', 'stage/record'],
  },

  'stage/progress': {
    texts: 'stage.progress',
    words: ['stage', 'circulation', 'late'],
    next: ['stage/record', 'stage/circulation', 'catalog/batch'],
  },
  'stage/circulation': {
    texts: 'stage.circulation',
    words: ['circulation', 'stage', 'late'],
    next: ['stage/progress', 'stage/template'],
  },
  'stage/template': {
    texts: 'stage.template',
    words: ['stageTemplate', 'stage', 'version', 'dictionary'],
    next: ['stage/parameter', 'stage/circulation', 'stage/authorization'],
  },
  'stage/parameter': {
    texts: 'stage.parameter',
    words: ['stage', 'stageTemplate'],
    next: ['stage/record', 'stage/template'],
  },
  'stage/record': {
    texts: 'stage.record',
    words: ['stageReport', 'flagged', 'voided', 'ledger'],
    next: ['stage/progress', 'stage/change-request', 'entity/evidence/document'],
  },
  'stage/change-request': {
    texts: 'stage.change-request',
    words: ['changeRequest', 'voided', 'fieldUser'],
    next: ['stage/record'],
  },
  'stage/authorization': {
    texts: 'stage.authorization',
    words: ['fieldUser', 'stage'],
    next: ['system/user', 'stage/record'],
  },

  'certification/authorization': {
    texts: 'certification.authorization',
    words: ['certification', 'certifier', 'codeRange'],
    next: ['entity/evidence/document', 'code/qr'],
  },
  'certification/review': {
    texts: 'certification.review',
    words: ['certification', 'certifier', 'codeRange'],
    next: ['entity/evidence/document'],
  },
  'entity/material/plot': {
    texts: 'material.plot',
    words: ['version', 'dataScope'],
    next: ['entity/evidence/document'],
  },
  'entity/evidence/document': {
    texts: 'evidence.document',
    words: ['document', 'version', 'ledger'],
    next: ['stage/record', 'certification/authorization', 'certification/review'],
  },

  'trace/scan-log': {
    texts: 'trace.scan-log',
    words: ['scan', 'tracePage'],
    next: ['trace/check-log', 'stats/trend', 'stats/place'],
  },
  'trace/check-log': {
    texts: 'trace.check-log',
    words: ['check', 'securityCode', 'case'],
    next: ['channel/case', 'stats/place', 'code/qr'],
  },
  'stats/trend': { texts: 'stats.trend', words: ['scan', 'check'], next: ['stats/product', 'stats/place'] },
  'stats/product': { texts: 'stats.product', words: ['scan', 'check'], next: ['stats/trend', 'trace/check-log'] },
  'stats/place': {
    texts: 'stats.place',
    words: ['scan', 'check', 'territory'],
    next: ['entity/channel/territory', 'trace/check-log'],
  },
  'stats/stage': {
    texts: 'stats.stage',
    words: ['stage', 'median', 'yield'],
    next: ['stage/progress', 'stage/record'],
  },

  'entity/channel/dealer-level': {
    texts: 'channel.dealer-level',
    words: [],
    next: ['entity/channel/dealer'],
  },
  'entity/channel/dealer': {
    texts: 'channel.dealer',
    words: ['territory', 'assignment'],
    next: ['entity/channel/territory', 'channel/assignment', 'entity/channel/store'],
  },
  'entity/channel/territory': {
    texts: 'channel.territory',
    words: ['territory', 'division', 'case'],
    next: ['channel/assignment', 'channel/case'],
  },
  'channel/assignment': {
    texts: 'channel.assignment',
    words: ['assignment', 'codeRange', 'parentCode'],
    next: ['channel/case', 'entity/channel/territory'],
  },
  'channel/case': {
    texts: 'channel.case',
    words: ['case', 'scan', 'check', 'territory'],
    next: ['trace/check-log', 'channel/assignment', 'entity/channel/territory'],
  },
  'channel/own': { texts: 'channel.own', words: ['scan', 'check', 'case'], next: ['trade/listing', 'user/profile'] },
  'entity/channel/store': {
    texts: 'channel.store',
    words: ['tracePage'],
    next: ['entity/channel/dealer', 'entity/channel/customer'],
  },
  'entity/channel/customer': { texts: 'channel.customer', words: ['tracePage'], next: ['entity/channel/dealer'] },
  'entity/channel/supplier': { texts: 'channel.supplier', words: [], next: ['entity/evidence/document'] },

  'trade/listing': {
    texts: 'trade.publish',
    words: ['listing', 'quote', 'cites'],
    next: ['trade/add', 'trade/apply-list', 'trade/phone-view'],
  },
  'trade/apply-list': { texts: 'trade.apply-list', words: ['quote', 'listing'], next: ['trade/listing'] },
  'trade/add': { texts: 'trade.publish-add', words: ['listing', 'cites'], next: ['trade/listing'] },
  'trade/detail': { texts: 'trade.detail', words: ['quote', 'cites'], next: ['trade/apply-list', 'trade/listing'] },
  'trade/phone-view': { texts: 'trade.phone-view', words: ['quote'], next: ['trade/apply-list', 'trade/listing'] },
  'news/article': { texts: 'news.article', words: [], next: ['entity/news/category', 'site/banner'] },
  'entity/news/category': { texts: 'news.category', words: [], next: ['news/article'] },
  'site/banner': { texts: 'site.banner', words: [], next: ['news/article'] },

  'tenant/enterprise': {
    texts: 'tenant.enterprise',
    words: ['enterprise', 'role'],
    next: ['system/user', 'system/role'],
  },
  'wechat/account': {
    texts: 'wechat.account',
    words: ['miniProgram'],
    next: ['code/platform-request', 'entity/wechat/user'],
  },
  'entity/wechat/user': { texts: 'wechat.user', words: ['tracePage'], next: ['wechat/account'] },
  'system/user': {
    texts: 'system.user',
    words: ['fieldUser', 'role', 'secondFactor'],
    next: ['system/role', 'stage/authorization', 'system/dept'],
  },
  'system/role': {
    texts: 'system.role',
    words: ['role', 'permission', 'dataScope', 'secondFactor'],
    next: ['system/user', 'system/dept'],
  },
  'system/menu': { texts: 'system.menu', words: ['permission'], next: ['system/role'] },
  'system/dept': { texts: 'system.dept', words: ['dataScope'], next: ['system/user', 'system/role'] },
  'entity/system/post': { texts: 'system.post', words: ['role'], next: ['system/user'] },
  'system/dict': { texts: 'system.dict', words: ['dictionary', 'stageTemplate'], next: ['stage/template'] },
  'system/config': { texts: 'system.config', words: ['session'], next: ['system/role'] },
  'system/notice': { texts: 'system.notice', words: [], next: ['news/article'] },
  'system/division': { texts: 'system.division', words: ['division'], next: ['entity/channel/territory'] },
  'system/user-auth': { texts: 'system.user-auth', words: ['role'], next: ['system/user', 'system/role'] },
  'system/role-auth': { texts: 'system.role-auth', words: ['role'], next: ['system/role', 'system/user'] },
  'system/dict-data': { texts: 'system.dict-data', words: ['dictionary'], next: ['system/dict'] },
  'help/handbook': { texts: 'handbook', words: [], next: ['index', 'user/profile'] },
  'user/profile': { texts: 'user.profile', words: ['secondFactor', 'recoveryCode'], next: ['index'] },

  'monitor/oper-log': { texts: 'monitor.oper-log', words: [], next: ['monitor/login-log'] },
  'monitor/login-log': {
    texts: 'monitor.login-log',
    words: ['session'],
    next: ['monitor/online', 'system/user'],
  },
  'monitor/online': { texts: 'monitor.online', words: ['session'], next: ['monitor/login-log'] },
  'monitor/job': { texts: 'monitor.job', words: ['task'], next: ['monitor/job-log', 'monitor/server'] },
  'monitor/job-log': { texts: 'monitor.job-log', words: ['task'], next: ['monitor/job'] },
  'monitor/server': { texts: 'monitor.server', words: ['alarm'], next: ['monitor/job', 'monitor/cache'] },
  'monitor/anchor': { texts: 'monitor.anchor', words: ['anchor', 'head', 'ledger'], next: ['monitor/server'] },
  'monitor/cache': { texts: 'monitor.cache', words: [], next: ['monitor/server'] },
  'tool/build': { texts: 'tool.build', words: ['stageTemplate'], next: ['stage/template'] },
  'tool/gen': { texts: 'tool.gen', words: [], next: ['tool/swagger', 'system/menu'] },
  'tool/gen-edit': { texts: 'tool.gen-edit', words: [], next: ['tool/gen'] },
  'tool/swagger': { texts: 'tool.swagger', words: ['permission'], next: ['system/role'] },
} as const satisfies Readonly<Record<string, ScreenHelp>>

export const screenHelp: Readonly<Record<string, ScreenHelp>> = declared

/** The help on a screen; undefined for one that people added to the menu. */
export const helpOn = (screen: string | undefined): ScreenHelp | undefined =>
  screen !== undefined && Object.hasOwn(screenHelp, screen) ? screenHelp[screen] : undefined
