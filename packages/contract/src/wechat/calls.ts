import { z } from 'zod'
import { defineCall } from '../call.ts'
import { checkedText, count, moment, nothing, rowId } from '../wire/shapes.ts'
import { miniVersions } from './platform-request.ts'

/** Credentials in answers: of a secret only whether it is set. */
const account = z.strictObject({
  enabled: z.boolean(),
  /** Visitors of the public page are identified; null when this enterprise cannot decide it. */
  signIn: z.boolean().nullable(),
  /** Name of the file that the platform looks for at the root of the host; empty without one, null where it cannot be set. */
  verifyFile: z.string().nullable(),
  appId: z.string(),
  miniAppId: z.string(),
  miniPath: z.string(),
  hasSecret: z.boolean(),
  hasCodeKey: z.boolean(),
  hasMiniSecret: z.boolean(),
  /** Name of this enterprise for its own mini-program. */
  entrance: z.string().nullable(),
  /** Return address for the platform, and the host to enter in its console. */
  callback: z.string(),
  host: z.string(),
  updatedAt: moment.nullable(),
})
export type MessagingAccount = z.output<typeof account>

/** Result of testing an account; a refusal comes with the platform's number. */
const checked = z.strictObject({ ok: z.boolean(), error: z.string().nullable(), code: z.number().int().nullable() })

const activation = z.strictObject({
  id: rowId,
  from: count,
  to: count,
  activityName: z.string(),
  productBrand: z.string(),
  productTitle: z.string(),
  productCode: z.string(),
  miniAppId: z.string(),
  miniPath: z.string(),
  miniVersion: z.enum(miniVersions),
  status: z.enum(['running', 'active', 'failed']),
  /** Number of active codes of the range. */
  done: count,
  failure: z.string().nullable(),
  failureCode: z.number().int().nullable(),
  createdAt: moment,
})
export type Activation = z.output<typeof activation>

/** One code, with local data and the platform's. */
const codeState = z.strictObject({
  position: count,
  code: z.string(),
  address: z.string(),
  /** Trace page of the own code that it stands for. */
  tracePath: z.string().nullable(),
  /** The platform's data; null when it is not activated. */
  active: z
    .strictObject({
      activityName: z.string(),
      productBrand: z.string(),
      productTitle: z.string(),
      miniAppId: z.string(),
      miniPath: z.string(),
      miniVersion: z.enum(miniVersions).nullable(),
      from: count.nullable(),
      to: count.nullable(),
    })
    .nullable(),
})
export type MessagingCodeState = z.output<typeof codeState>

const accountScope = { none: 'the account of the enterprise' } as const

export const readAccount = defineCall({
  method: 'GET',
  path: '/wechat/account',
  access: { permission: 'wechat:account:list' },
  scope: accountScope,
  summary: 'The account of this enterprise at the messaging platform; secrets are never answered',
  answer: account,
})

export const saveAccount = defineCall({
  method: 'PUT',
  path: '/wechat/account',
  access: { permission: 'wechat:account:edit' },
  scope: accountScope,
  summary: 'Sets the account at the messaging platform; a secret that is left out stays as it is',
  body: z.strictObject({
    enabled: z.boolean(),
    signIn: z.boolean().optional(),
    /** The file's name, or the token in it; empty removes the file. */
    verifyFile: checkedText.optional(),
    appId: checkedText.optional(),
    secret: checkedText.optional(),
    codeKey: checkedText.optional(),
    miniAppId: checkedText.optional(),
    miniSecret: checkedText.optional(),
    miniPath: checkedText.optional(),
  }),
  answer: nothing,
  labels: 'wechat.account',
  audit: { title: 'wechat.account', kind: 'edit' },
})

export const removeAccount = defineCall({
  method: 'DELETE',
  path: '/wechat/account',
  access: { permission: 'wechat:account:edit' },
  scope: accountScope,
  summary: 'Forgets the account at the messaging platform with its secrets',
  answer: nothing,
  audit: { title: 'wechat.account', kind: 'remove' },
})

export const checkAccount = defineCall({
  method: 'POST',
  path: '/wechat/account/check',
  access: { permission: 'wechat:account:edit' },
  scope: accountScope,
  summary: 'Asks the messaging platform whether it takes the credentials that are kept',
  answer: checked,
  audit: { title: 'wechat.account', kind: 'other' },
})

export const messagingAccountState = defineCall({
  method: 'GET',
  path: '/code/platform-request/account',
  access: { permission: 'code:platform-request:list' },
  scope: { none: 'whether the enterprise has an account' },
  summary: 'Whether an account at the messaging platform is there for code requests',
  answer: z.strictObject({ account: z.enum(['none', 'off', 'noKey', 'ready']), miniAppId: z.string() }),
})

export const resumeRequest = defineCall({
  method: 'PUT',
  path: '/code/platform-request/:id(^\\d+$)/resume',
  access: { permission: 'code:platform-request:apply' },
  summary: 'Goes on with a request that was stopped by a refusal of the messaging platform',
  answer: nothing,
  audit: { title: 'code.platform-request', kind: 'generate' },
})

export const listActivations = defineCall({
  method: 'GET',
  path: '/code/platform-request/:id(^\\d+$)/activations',
  access: { anyOf: ['code:platform-request:query', 'code:platform-request:list'] },
  summary: 'Ranges of codes that were activated, and for which product',
  answer: z.array(activation),
})

export const activateCodes = defineCall({
  method: 'POST',
  path: '/code/platform-request/:id(^\\d+$)/activate',
  access: { permission: 'code:platform-request:activate' },
  summary: 'Activates a range of codes, both ends included, for a product; what is left out comes from the request',
  body: z.strictObject({
    from: z.number().int(),
    to: z.number().int(),
    activityName: checkedText.optional(),
    productBrand: checkedText.optional(),
    productTitle: checkedText.optional(),
    productCode: checkedText.optional(),
    miniAppId: checkedText.optional(),
    miniPath: checkedText.optional(),
    miniVersion: z.enum(miniVersions).optional(),
  }),
  answer: z.strictObject({ id: rowId }),
  labels: 'code.platform-request',
  audit: { title: 'code.platform-request', kind: 'generate' },
})

export const retryActivation = defineCall({
  method: 'PUT',
  path: '/code/platform-request/:id(^\\d+$)/activate/:activation(^\\d+$)/resume',
  access: { permission: 'code:platform-request:activate' },
  summary: 'Goes on with an activation that was stopped',
  answer: nothing,
  audit: { title: 'code.platform-request', kind: 'generate' },
})

export const platformCode = defineCall({
  method: 'GET',
  path: '/code/platform-request/:id(^\\d+$)/code',
  access: { anyOf: ['code:platform-request:query', 'code:platform-request:list'] },
  summary: 'One code by its position or its text: what the messaging platform says of it, and where a scan leads',
  query: z.object({ position: z.coerce.number().int().nonnegative().optional(), code: z.string().max(140).optional() }),
  answer: codeState,
})

export const downloadMessagingCodes = defineCall({
  method: 'GET',
  path: '/code/platform-request/:id(^\\d+$)/download',
  changes: true,
  access: { permission: 'code:platform-request:download' },
  summary: 'Every code of the messaging platform: position, code, printed address; ends of a range may be given',
  query: z.object({
    from: z.coerce.number().int().nonnegative().optional(),
    to: z.coerce.number().int().nonnegative().optional(),
  }),
  file: ['text/csv'],
  audit: { title: 'code.platform-request', kind: 'export' },
})

export const miniLogin = defineCall({
  method: 'POST',
  path: '/wechat/mini/:entrance/login',
  access: 'public',
  summary:
    'Signs a mini-program’s visitor in by the code of its login; answers a token for two hours that names nobody',
  body: z.strictObject({ code: z.string().min(1).max(200) }),
  answer: z.strictObject({ visitor: z.string(), expiresIn: count }),
})

export const miniScan = defineCall({
  method: 'POST',
  path: '/wechat/mini/:entrance/scan',
  access: 'public',
  summary: 'Resolves the ticket of a scan to the code and the trace page that it leads to',
  body: z.strictObject({ visitor: z.string().min(1).max(2000), ticket: z.string().min(1).max(256) }),
  answer: z.strictObject({
    code: z.string(),
    /** Path of the trace page; null when the code stands for no own code. */
    tracePath: z.string().nullable(),
    productTitle: z.string(),
    productBrand: z.string(),
  }),
})

export const pageSignature = defineCall({
  method: 'GET',
  path: '/wechat/signature',
  access: 'public',
  summary: 'What a page of this site needs to use the scanner of the messaging platform’s app',
  query: z.object({ url: z.string().min(1).max(2000) }),
  answer: z.strictObject({
    appId: z.string(),
    /** Seconds since 1970. */
    timestamp: count,
    nonceStr: z.string(),
    signature: z.string(),
    /** Address of the platform's script. */
    script: z.string(),
  }),
})

export const wechatCalls = [
  readAccount,
  saveAccount,
  removeAccount,
  checkAccount,
  messagingAccountState,
  resumeRequest,
  listActivations,
  activateCodes,
  retryActivation,
  platformCode,
  downloadMessagingCodes,
  miniLogin,
  miniScan,
  pageSignature,
] as const
