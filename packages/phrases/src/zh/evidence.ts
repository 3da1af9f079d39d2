import type { evidence as english } from '../en/evidence.ts'

export const evidence = {
  evidence: '证书与表单',
  'evidence.document': '证书/表单',
  'evidence.document.code': '编号',
  'evidence.document.name': '名称',
  'evidence.document.type': '类型',
  'evidence.document.file': '文件',
  'evidence.document.remark': '备注',
} as const satisfies Record<keyof typeof english, string>
