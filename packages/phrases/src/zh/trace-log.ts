import type { traceLog as english } from '../en/trace-log.ts'

/** Scan log and anti-counterfeit log. */
export const traceLog = {
  'trace.scan-log': '扫码日志',
  'trace.scan-log.code': '追溯码',
  'trace.scan-log.productName': '产品',
  'trace.scan-log.longitude': '经度',
  'trace.scan-log.latitude': '纬度',
  'trace.scan-log.country': '国家',
  'trace.scan-log.province': '省份',
  'trace.scan-log.city': '城市',
  'trace.scan-log.district': '区县',
  'trace.scan-log.scanTime': '扫码时间',
  'trace.check-log': '防伪查询日志',
  'trace.check-log.code': '追溯码',
  'trace.check-log.productName': '产品',
  'trace.check-log.longitude': '经度',
  'trace.check-log.latitude': '纬度',
  'trace.check-log.country': '国家',
  'trace.check-log.province': '省份',
  'trace.check-log.city': '城市',
  'trace.check-log.district': '区县',
  'trace.check-log.securityCode': '防伪码',
  'trace.check-log.genuine': '查询结果',
  'trace.check-log.genuine.true': '正品',
  'trace.check-log.genuine.false': '未通过',
  'trace.check-log.checkTime': '查询时间',
} as const satisfies Record<keyof typeof english, string>
