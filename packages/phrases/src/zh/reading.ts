import type { reading as english } from '../en/reading.ts'

/** What a reader of a value (`@timbermark/contract/reading`) read, and what it expects; what it understood. */
export const reading = {
  'error.notNumber.read': '{label}中的“{value}”不是数字，应填写数字，例如 24500.5 或 24,500.5',
  'error.notNumber.ambiguous': '{label}中的“{value}”可能是 {first} 或 {second}，请不要使用千位分隔符',
  'error.notNumber.exponent': '{label}中的“{value}”是表格软件缩写的数字，请写出全部数字，例如 24500',
  'error.notNumber.digits': '{label}中的“{value}”位数过多，应为数字，例如 24500.5',
  'error.notNumber.date': '{label}中的“{value}”是日期，此处应为数字，例如 24500.5，请将单元格设为数字格式后重新填写',
  'error.notNumber.unit': '{label}中的“{value}”带有单位“{unit}”，此处的单位为{wanted}，请填写 24500 或 24500 {wanted}',
  'error.notNumber.noUnit': '{label}中的“{value}”除数字外还有“{unit}”，请只填写数字，例如 24500.5',
  'error.notNumber.currency': '{label}中的“{value}”带有币种“{unit}”，币种应单独填写，请只填写金额，例如 120000.50',
  'error.notNumber.longitude': '{label}中的“{value}”不是经度，应为 -180 到 180 的度数，例如 11.6281 或 东经11.6281',
  'error.notNumber.latitude': '{label}中的“{value}”不是纬度，应为 -90 到 90 的度数，例如 -0.7352 或 南纬0.7352',
  'error.notNumber.coordinates':
    '{label}中的“{value}”不是位置，应为经度和纬度，例如 9.4673, 0.4162 或 东经9.4673, 北纬0.4162',
  'error.notDate.read': '{label}中的“{value}”不是日期，应写成 2026-09-12 或 2026年9月12日',
  'error.notDate.moment': '{label}中的“{value}”不是日期和时间，应写成 2026-09-12 14:30',
  'error.notDate.noSuchDay': '{label}中的“{value}”在日历中不存在，应为实际存在的日期，例如 2026-09-12',
  'error.notDate.noSuchTime': '{label}中的“{value}”时间不存在，一天从 00:00 到 23:59，例如 2026-09-12 14:30',
  'error.notDate.skipped':
    '{label}中的“{value}”：{zone} 的时钟调快时跳过了这一时刻，请填写其他时间，例如 2026-09-12 14:30',
  'error.notDate.ambiguous': '{label}中的“{value}”可能是 {first} 或 {second}，请先写年份，例如 {first}',
  'error.notDate.shortYear': '{label}中的“{value}”年份只有两位，请写四位，例如 2026-09-12',
  'error.notDate.year': '{label}中的“{value}”早于 1900 年，应为 2026-09-12 这样的日期',
  'error.notDate.serial': '{label}中的数字“{value}”不是日期，应写成 2026-09-12',
  'error.notDate.withTime': '{label}中的“{value}”带有时间，此处只填日期，例如 2026-09-12',
  'error.notOneOf.near': '{label}中没有“{value}”，是否为：{choices}？',
  'error.notOneOf.country': '{label}中的“{value}”不是国家或地区，应填写名称或代码，例如 加蓬、GA 或 GAB',
  'error.notOneOf.timeZone': '{label}中的“{value}”不是时区，应写成 Asia/Shanghai 或 Shanghai',
  'error.referenceMissing.near': '找不到{label}“{value}”，是否为：{choices}？',
  'error.notEmail.read': '{label}中的“{value}”不是邮箱地址，应写成 name@example.com',
  'error.notPhone.read': '{label}中的“{value}”不是电话号码，应写成 0571-88000000',
  'error.notMobile.read': '{label}中的“{value}”不是手机号码，应写成 13800138000',
  'error.cellChanged.value':
    '{label}中的“{value}”被存为数字或日期，表格软件会改变其内容：请将该列设为文本格式后重新填写，例如 AAC-0012',
  'error.cellFailed.value': '{label}中的“{value}”是表格软件的错误值，请更正公式或直接填写内容',
  'note.number': '{label}中的“{value}”将理解为 {as}',
  'note.day': '{label}中的“{value}”将理解为 {as}（年月日）',
  'note.hour': '{label}中的“{value}”没有时间，将理解为 {as}',
  'note.twice': '{label}中的“{value}”：{zone} 的时钟调慢时这一时刻出现两次，将理解为第一次',
  'note.unit': '{label}中的“{value}”将换算为 {as}',
} as const satisfies Record<keyof typeof english, string>
