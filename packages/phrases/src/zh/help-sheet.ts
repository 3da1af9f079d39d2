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
  'help.handbook.picture': '“{screen}”页面',
  'help.handbook.phone': '手机端',
  'help.handbook.phone.about': '现场人员用手机在 {address} 上报环节。联网打开过一次后，无网络时也能使用。',
  'help.handbook.phone.1': '用办公室开通的账号登录，并把页面添加到主屏幕。',
  'help.handbook.phone.2': '扫描一枚追溯码：页面会提示接下来的环节。也可以先选环节。',
  'help.handbook.phone.3':
    '按表单填写。原木逐根测量：扫码后光标在第一个直径，按回车到下一项，填完长度后进入下一次扫码。',
  'help.handbook.phone.4': '提交。无网络时上报留在手机里，稍后自动发送；在此之前请不要清除页面数据。',
  'help.handbook.phone.5':
    '“操作记录”显示已发送和未通过的上报及原因：更正后重新提交。已发送的内容有误时，可在那里向办公室申请更正。',
  'help.handbook.comma': '、',
  'help.lists': '在列表中，可用“保存的视图”将筛选条件、列和排序存为列表上方的标签。',
  'help.keys': '按 ? 打开任意页面的帮助，Esc 关闭，Ctrl+K 搜索。',
} as const satisfies Record<keyof typeof english, string>
