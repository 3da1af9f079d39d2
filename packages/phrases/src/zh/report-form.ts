import type { reportForm as english } from '../en/report-form.ts'

export const reportForm = {
  'h5.codes.scan': '扫码',
  'h5.photo.take': '拍照',
  'h5.file.choose': '选择文件',
  'h5.ask.title': '请确认',
  'h5.ask.text': '以下内容不合常理。请返回更正；如属实，请说明原因，原因会随记录保存。',
  'h5.ask.reason': '原因',
  'h5.ask.missing': '请填写原因，或返回更正',
  'h5.ask.back': '返回更正',
  'h5.ask.confirm': '属实，提交',
} as const satisfies Record<keyof typeof english, string>
