import type { access as english } from '../en/access.ts'

export const access = {
  'system.profile.oldPassword': '旧密码',
  'system.profile.newPassword': '新密码',
  'shell.login.passwordRequired': '请输入密码',
  'shell.register.confirmRequired': '请再次输入密码',
  'shell.password.confirm': '确认新密码',
  'shell.password.oldRequired': '请输入旧密码',
  'shell.password.newRequired': '请输入新密码',
  'shell.password.mismatch': '两次输入的密码不一致',
  'shell.factor.title': '两步验证',
  'shell.factor.code': '验证码',
  'shell.factor.codeRequired': '请输入验证码',
  'shell.factor.password': '当前登录密码',
  'shell.factor.codesTitle': '请保存恢复码',
  'shell.factor.codesLead': '手机丢失时，可用恢复码代替验证码登录。每个只能使用一次，且仅在此显示。',
  'shell.factor.kept': '我已妥善保存恢复码',
} as const satisfies Record<keyof typeof english, string>
