/** What the outbox holds: reports, acts on labels, change requests, and decisions about offered goods. */
import type { LocalLabelAct } from './label-act.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalReceipt } from './receipt.ts'
import type { LocalReport } from './report.ts'

export type LocalItem = LocalReport | LocalLabelAct | LocalChange | LocalReceipt

export const isReport = (item: LocalItem): item is LocalReport => item.kind === undefined
export const isLabelAct = (item: LocalItem): item is LocalLabelAct => item.kind === 'labelAct'
export const isChange = (item: LocalItem): item is LocalChange => item.kind === 'change'
export const isReceipt = (item: LocalItem): item is LocalReceipt => item.kind === 'receipt'

/** The page of an item on this phone; a wish stands with the record that it is about. */
export function logAddress(item: LocalItem): string {
  if (isChange(item)) return `/operationLog?record=${item.content.recordId}`
  return `/operationLog?${isLabelAct(item) ? 'act' : isReceipt(item) ? 'receipt' : 'report'}=${item.key}`
}
