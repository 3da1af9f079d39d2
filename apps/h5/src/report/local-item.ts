/** What the outbox holds: reports, acts on labels, change requests, decisions about offered goods, and walked plots. */
import type { LocalLabelAct } from './label-act.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalPlot } from './local-plot.ts'
import type { LocalReceipt } from './receipt.ts'
import type { LocalReport } from './report.ts'

export type LocalItem = LocalReport | LocalLabelAct | LocalChange | LocalReceipt | LocalPlot

export const isReport = (item: LocalItem): item is LocalReport => item.kind === undefined
export const isLabelAct = (item: LocalItem): item is LocalLabelAct => item.kind === 'labelAct'
export const isChange = (item: LocalItem): item is LocalChange => item.kind === 'change'
export const isReceipt = (item: LocalItem): item is LocalReceipt => item.kind === 'receipt'
export const isPlot = (item: LocalItem): item is LocalPlot => item.kind === 'plot'

/** The page of an item on this phone; a wish stands with the record that it is about. */
export function logAddress(item: LocalItem): string {
  if (isChange(item)) return `/operationLog?record=${item.content.recordId}`
  return `/operationLog?${isLabelAct(item) ? 'act' : isReceipt(item) ? 'receipt' : isPlot(item) ? 'plot' : 'report'}=${item.key}`
}
