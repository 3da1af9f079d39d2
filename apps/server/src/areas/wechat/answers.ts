import type { ErrorKey } from '@timbermark/contract'

/** Remedy for a refusal: retry later, use another token, or report it. */
export type Cure = 'later' | 'token' | 'none'

/** The messaging platform refused, was unreachable, or answered undocumented content. The message holds no secret. */
export class MessagingError extends Error {
  /** Key of the refusal for people. */
  readonly key: ErrorKey
  readonly cure: Cure
  /** The platform's error number; undefined without an answer. */
  readonly errcode: number | undefined
  /** Shortest wait before a retry, seconds. */
  readonly waitSeconds: number

  constructor(
    key: ErrorKey,
    {
      cure = 'none',
      errcode,
      detail,
      waitSeconds = 0,
    }: { cure?: Cure; errcode?: number; detail?: string; waitSeconds?: number } = {},
  ) {
    super([`The messaging platform: ${key}`, errcode, detail].filter(part => part !== undefined).join(' '))
    this.key = key
    this.cure = cure
    this.errcode = errcode
    this.waitSeconds = waitSeconds
  }
}

const byNumber: Record<number, { key: ErrorKey; cure?: Cure; waitSeconds?: number }> = {
  [-1]: { key: 'wechat.busy', cure: 'later' },
  40001: { key: 'wechat.token', cure: 'token' },
  40013: { key: 'wechat.appId' },
  40014: { key: 'wechat.token', cure: 'token' },
  40029: { key: 'wechat.loginCode' },
  40066: { key: 'wechat.garbage' },
  40097: { key: 'wechat.arguments' },
  40125: { key: 'wechat.secret' },
  40163: { key: 'wechat.loginCode' },
  40164: { key: 'wechat.address' },
  40226: { key: 'wechat.barred' },
  40243: { key: 'wechat.barred' },
  41002: { key: 'wechat.appId' },
  41004: { key: 'wechat.secret' },
  41008: { key: 'wechat.loginCode' },
  42001: { key: 'wechat.token', cure: 'token' },
  45009: { key: 'wechat.rateLimit', cure: 'later', waitSeconds: 1800 },
  45011: { key: 'wechat.rateLimit', cure: 'later', waitSeconds: 60 },
  48001: { key: 'wechat.notAllowed' },
  50004: { key: 'wechat.barred' },
  50007: { key: 'wechat.barred' },
  80301: { key: 'wechat.foreignApplication' },
  89503: { key: 'wechat.address' },
  89506: { key: 'wechat.address' },
  89507: { key: 'wechat.address' },
}

/** The longest wait that an answer asks for, seconds. */
export const longestAskedWait = Math.max(...Object.values(byNumber).map(({ waitSeconds = 0 }) => waitSeconds))

/** Maps a refusal by its number, never by its text: texts change. @param fetching the call requested a token */
export function refusalOf(errcode: number, errmsg: unknown, fetching = false): MessagingError {
  const detail = typeof errmsg === 'string' ? errmsg.slice(0, 300) : undefined
  // In a token request this number means a wrong secret.
  if (fetching && errcode === 40001) return new MessagingError('wechat.secret', { errcode, detail: detail })
  const { key, cure, waitSeconds } = byNumber[errcode] ?? { key: 'wechat.refused' as const }
  return new MessagingError(key, { errcode, detail: detail, cure, waitSeconds })
}
