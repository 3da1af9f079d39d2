import { catalogEntities } from './catalog/index.ts'
import { certificationEntities } from './certification/index.ts'
import { channelEntities } from './channel/index.ts'
import { codeEntities } from './code/index.ts'
import { custodyEntities } from './custody/index.ts'
import { evidenceEntities } from './evidence/index.ts'
import { materialEntities } from './material/index.ts'
import { monitorEntities } from './monitor/index.ts'
import { newsEntities } from './news/index.ts'
import { siteEntities } from './site/index.ts'
import { stageEntities } from './stage/index.ts'
import { statsEntities } from './stats/index.ts'
import { systemEntities } from './system/index.ts'
import { tenantEntities } from './tenant/index.ts'
import { toolEntities } from './tool/index.ts'
import { traceEntities } from './trace/index.ts'
import { tradeEntities } from './trade/index.ts'
import { wechatEntities } from './wechat/index.ts'
import { type AnyEntity, keyOf } from './entity.ts'

/** Every declared entity, area by area. Routes, screens, exports, permissions and the conformance tests walk this list. */
export const entities = [
  ...catalogEntities,
  ...certificationEntities,
  ...channelEntities,
  ...codeEntities,
  ...custodyEntities,
  ...evidenceEntities,
  ...materialEntities,
  ...monitorEntities,
  ...newsEntities,
  ...siteEntities,
  ...stageEntities,
  ...statsEntities,
  ...systemEntities,
  ...tenantEntities,
  ...toolEntities,
  ...traceEntities,
  ...tradeEntities,
  ...wechatEntities,
] as const satisfies readonly AnyEntity[]

export type DeclaredEntity = (typeof entities)[number]

const byKey = new Map<string, AnyEntity>(entities.map(entity => [keyOf(entity), entity]))

/** The entity with this key (`catalog/product`), or undefined. */
export function entityByKey(key: string): AnyEntity | undefined {
  return byKey.get(key)
}
