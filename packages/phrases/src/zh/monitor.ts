import type { monitor as english } from '../en/monitor.ts'

/** Logs and sessions. */
export const monitor = {
  'monitor.internalNetwork': '内网',
  'monitor.log.clean': '清空',
  'monitor.log.cleanTitle': '清空全部日志？',
  'monitor.log.cleanText': '将删除全部日志，不仅是当前显示的部分。如有需要请先导出。',
  'monitor.log.cleaned': '日志已清空',
  'monitor.logininfor.unlockTitle': '解锁账号 {name}？',
  'monitor.logininfor.unlockText': '登录失败次数清零，用户可立即重新登录。',
  'monitor.logininfor.unlocked': '账号 {name} 已解锁',
  'monitor.online.current': '当前会话',
  'monitor.online.own': '这是您当前的会话，请使用退出登录',
  'monitor.online.endTitle': '强制退出 {name}？',
  'monitor.online.endText': '未保存的内容将丢失，用户可以重新登录。',
  'monitor.online.endSelected': '批量强退（{n}）',
  'monitor.online.endSeveral': '强制退出所选的 {n} 个会话？',
  'monitor.online.ended': '已退出 {n} 个会话',
  'monitor.online.noneEnded': '该用户当前没有登录',
} as const satisfies Record<keyof typeof english, string>
