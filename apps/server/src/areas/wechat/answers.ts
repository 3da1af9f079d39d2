import type { ErrorKey } from '@timbermark/contract'

/** What to do about a refusal: try later, with another token, or tell whoever runs it. */
export type Cure = 'later' | 'token' | 'none'

/** The messaging platform refused, could not be reached, or did not answer as documented. Its message holds no secret. */
export class PlatformError extends Error {
  /** What is told to people. */
  readonly key: ErrorKey
  readonly cure: Cure
  /** The platform's own number; undefined when there was no answer of its own. */
  readonly errcode: number | undefined
  /** Shortest wait before it is tried again, seconds. */
  readonly waitSeconds: number

  constructor(
    key: ErrorKey,
    {
      cure = 'none',
      errcode,
      said,
      waitSeconds = 0,
    }: { cure?: Cure; errcode?: number; said?: string; waitSeconds?: number } = {},
  ) {
    super([`The messaging platform: ${key}`, errcode, said].filter(part => part !== undefined).join(' '))
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

/** What a refusal means. Numbers are compared and never texts: those change. @param fetching asked for a token itself */
export function refusalOf(errcode: number, errmsg: unknown, fetching = false): PlatformError {
  const said = typeof errmsg === 'string' ? errmsg.slice(0, 300) : undefined
  // Where a token is asked for, this number speaks of the secret.
  if (fetching && errcode === 40001) return new PlatformError('wechat.secret', { errcode, said })
  const { key, cure, waitSeconds } = byNumber[errcode] ?? { key: 'wechat.refused' as const }
  return new PlatformError(key, { errcode, said, cure, waitSeconds })
}
