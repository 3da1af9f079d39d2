import type { PlainPath } from './call.ts'
import { catalogCalls } from './catalog/calls.ts'
import { recallCalls } from './catalog/recall-calls.ts'
import { certificationCalls } from './certification/calls.ts'
import { assignmentCalls } from './channel/assignment-calls.ts'
import { caseCalls } from './channel/case-calls.ts'
import { territoryCalls } from './channel/territory-map.ts'
import { thresholdCalls } from './channel/threshold-calls.ts'
import { dealerOwnCalls } from './channel/own-calls.ts'
import { codeCalls } from './code/calls.ts'
import { codeImportCalls } from './code/import-calls.ts'
import { lifeCalls } from './code/life-calls.ts'
import { packingCalls } from './code/packing-calls.ts'
import { selectionCalls } from './code/selection-calls.ts'
import { evidenceCalls } from './evidence/calls.ts'
import { fileCalls } from './file/calls.ts'
import { monitorCalls } from './monitor/calls.ts'
import { jobCalls } from './monitor/job-calls.ts'
import { serverCalls } from './monitor/server.ts'
import { newsCalls } from './news/calls.ts'
import { siteCalls } from './site/calls.ts'
import { circulationCalls } from './stage/circulation-calls.ts'
import { stageCalls } from './stage/calls.ts'
import { recordCalls } from './stage/record-calls.ts'
import { settingCalls } from './stage/setting-calls.ts'
import { statsCalls } from './stats/calls.ts'
import { deptCalls } from './system/dept-calls.ts'
import { identityCalls } from './system/identity-calls.ts'
import { menuCalls } from './system/menu-calls.ts'
import { ownCalls } from './system/own-calls.ts'
import { referenceCalls } from './system/reference-calls.ts'
import { roleCalls } from './system/role-calls.ts'
import { userCalls } from './system/user-calls.ts'
import { tenantCalls } from './tenant/calls.ts'
import { toolCalls } from './tool/calls.ts'
import { traceCalls } from './trace/calls.ts'
import { logMapCalls } from './trace/map-calls.ts'
import { tradeCalls } from './trade/calls.ts'
import { wechatCalls } from './wechat/calls.ts'

export * from './catalog/calls.ts'
export * from './catalog/recall-calls.ts'
export * from './certification/calls.ts'
export * from './channel/assignment-calls.ts'
export * from './channel/case-calls.ts'
export * from './channel/territory-map.ts'
export * from './channel/threshold-calls.ts'
export * from './channel/own-calls.ts'
export * from './code/calls.ts'
export * from './code/import-calls.ts'
export * from './code/life-calls.ts'
export * from './code/packing-calls.ts'
export * from './code/selection-calls.ts'
export { entityBody } from './entity-body.ts'
export * from './evidence/calls.ts'
export * from './file/calls.ts'
export * from './monitor/calls.ts'
export * from './monitor/job-calls.ts'
export * from './monitor/server.ts'
export * from './news/calls.ts'
export * from './site/calls.ts'
export * from './stage/calls.ts'
export * from './stage/circulation-calls.ts'
export * from './stage/record-calls.ts'
export * from './stage/setting-calls.ts'
export * from './stats/calls.ts'
export * from './system/dept-calls.ts'
export * from './system/identity-calls.ts'
export * from './system/menu-calls.ts'
export * from './system/own-calls.ts'
export * from './system/reference-calls.ts'
export * from './system/role-calls.ts'
export * from './system/user-calls.ts'
export * from './tenant/calls.ts'
export * from './tool/calls.ts'
export * from './trace/calls.ts'
export * from './trace/map-calls.ts'
export * from './trade/calls.ts'
export * from './wechat/calls.ts'
export { added, nothing, oneOfEach, removed, type TickedDepts, type TreeNode } from './wire/shapes.ts'

/** Every declared call. The server serves each of them, the interface docs show them. */
export const calls = [
  ...identityCalls,
  ...userCalls,
  ...deptCalls,
  ...roleCalls,
  ...menuCalls,
  ...ownCalls,
  ...referenceCalls,
  ...monitorCalls,
  ...jobCalls,
  ...serverCalls,
  ...tenantCalls,
  ...evidenceCalls,
  ...fileCalls,
  ...catalogCalls,
  ...recallCalls,
  ...codeCalls,
  ...codeImportCalls,
  ...packingCalls,
  ...certificationCalls,
  ...lifeCalls,
  ...selectionCalls,
  ...assignmentCalls,
  ...caseCalls,
  ...territoryCalls,
  ...thresholdCalls,
  ...dealerOwnCalls,
  ...stageCalls,
  ...circulationCalls,
  ...recordCalls,
  ...settingCalls,
  ...tradeCalls,
  ...newsCalls,
  ...siteCalls,
  ...statsCalls,
  ...traceCalls,
  ...logMapCalls,
  ...toolCalls,
  ...wechatCalls,
] as const

type Declared = (typeof calls)[number]

/**
 * The calls by method and path (`'PUT /system/role/dataScope'`). Pages name a call by this key and import nothing but the
 * type, so that no checker of bodies goes into their bundles.
 */
export type Calls = { [C in Declared as `${C['method']} ${PlainPath<C['path']>}`]: C }
