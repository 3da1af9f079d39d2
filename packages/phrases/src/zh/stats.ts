import type { stats as english } from '../en/stats.ts'

/** Dashboard. */
export const stats = {
  'stats.welcome': '欢迎，{name}',
  'stats.everybody': '全部企业',
  'stats.codes': '二维码总数',
  'stats.scans': '扫码次数',
  'stats.checks': '防伪查询次数',
  'stats.products': '产品数',
  'stats.batches': '批次数',
  'stats.activeRequests': '进行中的码申请',
  'stats.trend': '扫码趋势',
  'stats.cities': '扫码城市前十',
  'stats.recent': '最近环节上报',
  'stats.day': '日期',
  'stats.noScans': '暂无扫码数据',
  'stats.noReports': '暂无上报记录',
  'stats.unknownPlace': '未知地点',
} as const satisfies Record<keyof typeof english, string>
