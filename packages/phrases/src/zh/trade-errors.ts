import type { tradeErrors as english } from '../en/trade-errors.ts'

export const tradeErrors = {
  'error.trade.ownListing': '不能对本企业发布的信息报价',
  'error.trade.notOnShelf': '该信息未上架，不能报价',
  'error.trade.offShelf': '该信息已下架，重新上架后才能接受报价',
  'error.trade.enterpriseDisabled': '对方企业已停用，启用前不能报价或接受报价',
  'error.trade.heldByPlatform': '该信息已被平台下架，请修改后重新提交审核',
  'error.trade.quoteAccepted': '已有报价被接受，不能删除',
  'error.trade.quoteExpired': '报价已过期',
  'error.trade.quoteOpen': '您对该信息已有未处理的报价，请修改其金额，不要重复报价',
  'error.trade.quoteReplaced': '该报价已被新的报价取代',
  'error.trade.validUntilPast': '{label}不能早于今天',
  'error.trade.noConsent': '发布方尚未同意向您显示号码',
} as const satisfies Record<keyof typeof english, string>
