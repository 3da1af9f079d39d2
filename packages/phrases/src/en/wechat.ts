/** People known from the messaging platform. */
export const wechat = {
  wechat: 'Messaging platform',
  'wechat.user': 'Messaging-platform user',
  'wechat.user.nickname': 'Nickname',
  'wechat.user.avatar': 'Avatar',
  'wechat.user.firstSeen': 'First seen',
} as const
