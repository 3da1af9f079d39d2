/** The code that newcomers scan, and a verb of the statistics. */
export const statsSample = {
  'action.recount': '重新统计',
  'stats.sample.title': '用手机扫描此码',
  'stats.sample.hint': '用手机相机对准它，会打开您自己的溯源页，与买家看到的一样；一两分钟后此步骤自动打勾。',
  'stats.sample.host': '手机须能访问 {host}。',
  'stats.sample.none': '还没有生成码。请先创建并提交赋码申请（第 3 步）。',
  'stats.sample.making': '码正在生成，请稍后再看。',
} as const
