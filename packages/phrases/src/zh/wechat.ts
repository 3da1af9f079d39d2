import type { wechat as english } from '../en/wechat.ts'

export const wechat = {
  wechat: '消息平台',
  'wechat.user': '消息平台用户',
  'wechat.user.nickname': '昵称',
  'wechat.user.avatar': '头像',
  'wechat.user.firstSeen': '首次访问时间',
} as const satisfies Record<keyof typeof english, string>
