import type { tenant as english } from '../en/tenant.ts'

/** Enterprises. */
export const tenant = {
  'tenant.enterprise.createTime': '创建时间',
  'tenant.enterprise.kind.platform': '平台运营方',
  'tenant.enterprise.idHint': '2 到 20 个字母、数字、- 或 _，保存后不可修改',
  'tenant.enterprise.administratorHint': '账号名 4 到 20 个字符；留空则使用企业标识',
  'tenant.enterprise.createsTitle': '将同时创建',
  'tenant.enterprise.createsAccount': '管理员账号“{account}”',
  'tenant.enterprise.createsSomeAccount': '以企业标识命名的管理员账号',
  'tenant.enterprise.createsPassword': '初始密码，保存后显示一次，仅用于在 72 小时内设置新密码',
  'tenant.enterprise.createsRest': '以企业名称命名的部门和系统内置角色',
  'tenant.enterprise.disableText': '其用户将立即退出且无法登录；数据保留，二维码仍可追溯。',
  'tenant.enterprise.enableText': '其用户可以重新登录。',
  'tenant.enterprise.resetPwd': '重置管理员密码',
  'tenant.enterprise.resetTitle': '为 {name} 的管理员设置新密码？',
  'tenant.enterprise.resetText':
    '当前密码立即失效，管理员会退出登录，新密码只显示一次。该操作会记入该企业的操作日志，并通知其所有管理员。',
  'tenant.enterprise.resetFactor': '同时移除其两步验证（手机与恢复码均已丢失）',
  'tenant.enterprise.handOver': '{name} 的管理员',
  'tenant.enterprise.handOverText': '请立即转交：密码仅在此处显示，须在 {n} 小时内改为自己的密码。',
} as const satisfies Record<keyof typeof english, string>
