import { catalogViews } from './catalog/index.ts'
import { certificationViews } from './certification/index.ts'
import { channelViews } from './channel/index.ts'
import { codeViews } from './code/index.ts'
import { custodyViews } from './custody/index.ts'
import { evidenceViews } from './evidence/index.ts'
import { materialViews } from './material/index.ts'
import { monitorViews } from './monitor/index.ts'
import { newsViews } from './news/index.ts'
import { siteViews } from './site/index.ts'
import { stageViews } from './stage/index.ts'
import { statsViews } from './stats/index.ts'
import { systemViews } from './system/index.ts'
import { tenantViews } from './tenant/index.ts'
import { toolViews } from './tool/index.ts'
import { traceViews } from './trace/index.ts'
import { tradeViews } from './trade/index.ts'
import { wechatViews } from './wechat/index.ts'
import { keyOf, type Listed } from './entity.ts'
import { entityByKey } from './registry.ts'
import type { ViewInput } from './view.ts'

/** Every declared view, area by area. Routes, screens, exports, texts and the conformance tests walk this list. */
export const views = [
  ...catalogViews,
  ...certificationViews,
  ...channelViews,
  ...codeViews,
  ...custodyViews,
  ...evidenceViews,
  ...materialViews,
  ...monitorViews,
  ...newsViews,
  ...siteViews,
  ...stageViews,
  ...statsViews,
  ...systemViews,
  ...tenantViews,
  ...toolViews,
  ...traceViews,
  ...tradeViews,
  ...wechatViews,
] as const satisfies readonly ViewInput[]

export type DeclaredView = (typeof views)[number]

const byKey = new Map<string, Listed>(views.map(view => [keyOf(view), view]))

/** The view or entity behind the list with this key (`trace/scan-log`). */
export function listedByKey(key: string): Listed | undefined {
  return byKey.get(key) ?? entityByKey(key)
}
