import type { stageEntry as english } from '../en/stage-entry.ts'

/** Reports that are entered in the back office. */
export const stageEntry = {
  'stage.entry.title': '上报环节',
  'stage.entry.send': '上报',
  'stage.entry.done': '环节已上报',
  'stage.entry.goods': '上报对象',
  'stage.entry.goodsHint': '可填写单个码（最多 {max} 个）、码申请中的码段，或整个批次的码。一次上报只针对一个批次。',
  'stage.entry.codes': '码',
  'stage.entry.codesHint': '每行一个，或用逗号分隔',
  'stage.entry.addRange': '添加码段',
  'stage.entry.range': '码段 {n}',
  'stage.entry.rangeOf': '共 {n} 个码，编号从 1 开始',
  'stage.entry.wholeBatch': '整个批次的码',
  'stage.entry.batchEmpty': '该批次没有可用于此环节的码',
  'stage.entry.parentPacking': '装入的包装或集装箱的码',
  'stage.entry.parentHint': '仅当在此环节装入包装或集装箱时填写，填写后将建立关联',
  'stage.entry.linkTitle': '将 {n} 个码归入 {parent}？',
  'stage.entry.linkText': '此后扫描父码会显示这些码为其内容，只有作废本记录才能解除关联。',
  'stage.entry.link': '关联并上报',
  'stage.entry.noStages': '没有您可以上报的环节',
  'stage.entry.chooseTemplate': '请先选择模板，需填写的内容将显示在此处。',
  'stage.entry.usual': '填入常用值',
  'stage.entry.filled': '已填入 {n} 项',
  'stage.entry.firstCode': '码',
  'stage.entry.unlikely': '不合常理之处的原因',
  'stage.entry.lastCode': '码段末码',
  'stage.entry.import': '批量上报',
  'stage.entry.importHint':
    '支持 xlsx 或 csv，不超过 {size}、{n} 行。内容相同的行合并为一条记录；填写末码时，该行表示整个码段。',
  'stage.entry.importClean': '{rows} 行均无错误，将生成 {records} 条记录',
  'stage.entry.imported': '已由 {rows} 行生成 {records} 条记录',
} as const satisfies Record<keyof typeof english, string>
