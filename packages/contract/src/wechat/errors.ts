import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about the messaging platform: own rules first, then the platform's refusals. */
export const wechatErrors = {
  'wechat.ean': 500,
  'wechat.frozen': 500,
  'wechat.requestTaken': 500,
  'wechat.requestBatch': 500,
  'wechat.requestCount': 500,
  'wechat.noAccount': 500,
  'wechat.accountOff': 500,
  'wechat.codeKey': 500,
  'wechat.codeKeyForm': 500,
  'wechat.miniMissing': 500,
  'wechat.range': 500,
  'wechat.rangeActivated': 500,
  'wechat.notFetched': 500,
  'wechat.notStopped': 500,
  'wechat.codeUnknown': 404,
  'wechat.ticketUnknown': 404,
  'wechat.visitorExpired': 401,
  'wechat.signatureHost': 500,
  /** Nothing was brought from the consent page, or it was used already. */
  'wechat.identityExpired': 500,
  'wechat.identityTaken': 500,
  'wechat.identityTooMany': 500,
  /** The platform was unreachable, or did not answer as documented. */
  'wechat.unreachable': 500,
  'wechat.garbage': 500,
  'wechat.decrypt': 500,
  'wechat.segmentWrong': 500,
  'wechat.interrupted': 500,
  /** Its refusals by number. */
  'wechat.busy': 500,
  'wechat.appId': 500,
  'wechat.secret': 500,
  'wechat.token': 500,
  'wechat.address': 500,
  'wechat.notAllowed': 500,
  'wechat.rateLimit': 500,
  'wechat.foreignApplication': 500,
  'wechat.arguments': 500,
  'wechat.barred': 500,
  'wechat.loginCode': 500,
  'wechat.refused': 500,
  /** One of the above with the platform's number. */
  'wechat.answered': 500,
} as const satisfies Record<string, WireCode>
