import type { evidence as english } from '../en/evidence.ts'

export const evidence = {
  evidence: '证书与表单',
  'evidence.document': '证书/表单',
  'evidence.document.code': '编号',
  'evidence.document.name': '名称',
  'evidence.document.type': '类型',
  'evidence.document.file': '文件',
  'evidence.document.remark': '备注',
  'role.superAdmin': '超级管理员',
  'role.platformOperator': '平台运营',
  'role.enterpriseAdmin': '企业管理员',
  'role.enterpriseClerk': '企业文员',
  'role.codePrinter': '印码员',
  'role.fieldReporter': '现场上报员',
  'role.certifier': '第三方认证员',
  'role.dealer': '经销商',
  'role.trader': '贸易员',
  'role.auditor': '审计员',
} as const satisfies Record<keyof typeof english, string>
