import type { wechat as english } from '../en/wechat.ts'

export const wechat = {
  wechat: 'Messagerie',
  'wechat.user': 'Utilisateur de la messagerie',
  'wechat.user.nickname': 'Pseudonyme',
  'wechat.user.avatar': 'Avatar',
  'wechat.user.firstSeen': 'Première visite',
} as const satisfies Record<keyof typeof english, string>
