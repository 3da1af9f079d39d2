import type { materialErrors as english } from '../en/material-errors.ts'

export const materialErrors = {
  'error.material.overdrawn': '批次 {batch} 的{species}（{form}）仅有 {there} m³，无法取用 {wanted} m³',
  'error.material.speciesMissing': '批次 {batch} 没有{species}（{form}），无法取用 {wanted} m³',
  'error.material.reliedUpon': '后续记录依赖这些木材：{records}。请先更正或撤回这些记录',
  'error.material.giverLacks': '对方企业的木材结存少于其交出的材积。请对方以正确的材积重新发起交接',
  'error.material.holderLacks':
    '按邀请方企业的记录，其该种木材的结存少于本次用量。请核对树种和材积，或询问对方缺少哪条记录',
  'error.material.holderRelies': '邀请方企业的记录依赖这些木材。请对方先更正或撤回这些记录',
  'error.material.receivedAbove': '交出 {volume} m³，无法接收 {received} m³：计量差异最多为十分之一',
  'error.material.transferSame': '木材不能转入同一批次',
  'error.material.transferTwice': '有两行的批次、树种和形态相同：请合并为一行',
  'error.material.transferRecalled': '批次 {batch} 已召回：其木材不得转出',
  'error.material.transferTarget': '批次 {batch} 不能转入木材：已关闭或已作废，或由合作企业在其中上报',
  'error.material.recountDiffers': '有 {n} 项木材结存与明细之和不符，首个为批次 {batch}',
  'error.material.originTooLarge':
    '单个文件容纳不下全部地块：轮廓超过 25 MB，或批次多于可追溯的数量。请按单个批次查询。',
  'material.form.log': '原木',
  'material.form.sawn': '锯材',
  'material.form.product': '成品',
  'material.form.residue': '剩余物',
} as const satisfies Record<keyof typeof english, string>
