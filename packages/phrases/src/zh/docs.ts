import type { docs as english } from '../en/docs.ts'

export const docs = {
  'docs.list': '{name}：列表',
  'docs.query': '{name}：一条',
  'docs.export': '{name}：导出（xlsx）',
  'docs.add': '{name}：新增',
  'docs.edit': '{name}：修改',
  'docs.remove': '{name}：删除',
  'docs.changeStatus': '{name}：启用或停用',
  'docs.importTemplate': '{name}：导入模板（xlsx）',
  'docs.importData': '{name}：导入，检查或提交，全部成功或全部不导入',
  'docs.options': '{name}：供选择的条目',
  'docs.verb': '{name}：{verb}',
  'docs.verbSeveral': '{name}：{verb}（批量）',
} as const satisfies Record<keyof typeof english, string>
