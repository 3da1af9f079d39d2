import type { tool as english } from '../en/tool.ts'

/** Interface docs. */
export const tool = {
  'tool.swagger.find': '按地址、说明或权限查找',
  'tool.swagger.tag': '分组',
  'tool.swagger.count': '{n} / {all} 个接口',
  'tool.swagger.access': '访问权限：',
  'tool.swagger.open': '无需登录',
  'tool.swagger.signedIn': '登录即可',
  'tool.swagger.parameters': '参数',
  'tool.swagger.name': '名称',
  'tool.swagger.label': '含义',
  'tool.swagger.place': '位置',
  'tool.swagger.type': '类型',
  'tool.swagger.required': '必填',
  'tool.swagger.body': '请求体（JSON）',
  'tool.swagger.freeBody': 'JSON 请求体，内容为该记录的字段',
  'tool.swagger.example': '示例',
  'tool.swagger.copy': '复制为 curl',
} as const satisfies Record<keyof typeof english, string>
