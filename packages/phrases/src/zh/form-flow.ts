import type { formFlow as english } from '../en/form-flow.ts'

export const formFlow = {
  'entity.usedBefore': '用过的',
  'entity.otherOptions': '其他',
  'entity.suggested.product': '取自产品“{name}”',
  'entity.suggested.batch': '取自批次 {name}',
  'entity.suggested.request': '与申请“{name}”相同',
  'entity.suggested.enterprise': '取自企业“{name}”',
  'entity.addedNamed': '已新增“{name}”。',
  'code.request.namedFor.item': '单品码 {batch}',
  'code.request.namedFor.package': '包装码 {batch}',
  'code.request.namedFor.container': '集装箱码 {batch}',
  'code.request.saveSubmit': '保存并提交',
  'code.request.made': '已生成 {n} 个码',
  'code.request.certify': '认证',
} as const satisfies Record<keyof typeof english, string>
