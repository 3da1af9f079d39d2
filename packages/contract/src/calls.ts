import type { Access, PlainPath } from './call.ts'
import { allCatalogCalls } from './catalog/call-list.ts'
import { certificationCalls } from './certification/calls.ts'
import { allChannelCalls } from './channel/call-list.ts'
import { allCodeCalls } from './code/call-list.ts'
import { custodyCalls } from './custody/calls.ts'
import { evidenceCalls } from './evidence/calls.ts'
import { fileCalls } from './file/calls.ts'
import { allMaterialCalls } from './material/call-list.ts'
import { allMonitorCalls } from './monitor/call-list.ts'
import { newsCalls } from './news/calls.ts'
import { searchCalls } from './search/calls.ts'
import { siteCalls } from './site/calls.ts'
import { allStageCalls } from './stage/call-list.ts'
import { statsCalls } from './stats/calls.ts'
import { allSystemCalls } from './system/call-list.ts'
import { tenantCalls } from './tenant/calls.ts'
import { toolCalls } from './tool/calls.ts'
import { allTraceCalls } from './trace/call-list.ts'
import { tradeCalls } from './trade/calls.ts'
import { wechatCalls } from './wechat/calls.ts'
import { identityBindingCalls } from './wechat/identity-calls.ts'
import type { Permission } from './permission.ts'

export * from './catalog/call-list.ts'
export * from './certification/calls.ts'
export * from './channel/call-list.ts'
export * from './code/call-list.ts'
export * from './custody/calls.ts'
export * from './evidence/calls.ts'
export * from './file/calls.ts'
export * from './material/call-list.ts'
export * from './monitor/call-list.ts'
export * from './news/calls.ts'
export * from './search/calls.ts'
export * from './site/calls.ts'
export * from './stage/call-list.ts'
export * from './stats/calls.ts'
export * from './system/call-list.ts'
export * from './tenant/calls.ts'
export * from './tool/calls.ts'
export * from './trace/call-list.ts'
export * from './trade/calls.ts'
export * from './wechat/calls.ts'
export * from './wechat/identity-calls.ts'
export { entityBody } from './entity-body.ts'
export {
  added,
  nothing,
  oneOfEach,
  removed,
  type TickedDepts,
  type TreeNode,
  undoOffer,
  type UndoOffer,
} from './wire/shapes.ts'
export type { Suggestion, SuggestionSource } from './wire/suggestion.ts'

/** Every declared call, area by area. The server serves them; the interface docs show them. */
export const calls = [
  ...allCatalogCalls,
  ...certificationCalls,
  ...allChannelCalls,
  ...allCodeCalls,
  ...custodyCalls,
  ...evidenceCalls,
  ...fileCalls,
  ...allMaterialCalls,
  ...allMonitorCalls,
  ...newsCalls,
  ...searchCalls,
  ...siteCalls,
  ...allStageCalls,
  ...statsCalls,
  ...allSystemCalls,
  ...tenantCalls,
  ...toolCalls,
  ...allTraceCalls,
  ...tradeCalls,
  ...wechatCalls,
  ...identityBindingCalls,
] as const satisfies readonly { access: Access<Permission> }[]

type Declared = (typeof calls)[number]

/**
 * The calls by method and path (`'PUT /system/role/dataScope'`). Pages name a call by this key and import nothing but the
 * type, so that no checker of bodies goes into their bundles.
 */
export type Calls = { [C in Declared as `${C['method']} ${PlainPath<C['path']>}`]: C }
