import type { tradeMessage as english } from '../en/trade-message.ts'

/** What traders are told. */
export const tradeMessage = {
  'message.listingApproved.title': '交易信息已上架',
  'message.listingApproved.text': '“{goods}”已通过审核，各企业现在可以查看并报价。',
  'message.listingRejected.title': '交易信息未通过审核',
  'message.listingRejected.text': '“{goods}”未通过审核：{reason}。修改后将重新审核。',
  'message.quoteReceived.title': '收到新报价',
  'message.quoteReceived.text': '{enterprise}对“{goods}”报价 {price} 元。',
  'message.quoteRevised.title': '报价已修改',
  'message.quoteRevised.text': '{enterprise}对“{goods}”的报价改为 {price} 元，原为 {before} 元。',
  'message.quoteClosed.title': '对方已接受其他报价',
  'message.quoteClosed.text': '“{goods}”已接受其他报价，您的报价已关闭；信息仍在架时可重新报价。',
  'message.quoteAccepted.title': '报价已被接受',
  'message.quoteAccepted.text': '{enterprise}接受了您对“{goods}”的报价，您现在可以查看完整的联系电话。',
} as const satisfies Record<keyof typeof english, string>
