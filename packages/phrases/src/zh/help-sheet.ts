import type { helpSheet as english } from '../en/help-sheet.ts'

export const helpSheet = {
  'help.steps': '操作步骤',
  'help.words': '名词解释',
  'help.next': '下一步',
  'help.none': '此页面由您的管理员添加，这里没有它的帮助。',
  'help.handbook.of': '{enterprise}，{name}，{date}',
  'help.handbook.about':
    '内容为您的角色可以打开的全部页面，按菜单顺序排列，并附名词解释。可打印，或在打印对话框中另存为 PDF。',
  'help.handbook.contents': '目录',
  'help.handbook.comma': '、',
  'help.lists': '在列表中，可用“保存的视图”将筛选条件、列和排序存为列表上方的标签。',
  'help.keys': '按 ? 打开任意页面的帮助，Esc 关闭，Ctrl+K 搜索。',
} as const satisfies Record<keyof typeof english, string>
