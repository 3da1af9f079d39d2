import { batch } from './catalog/batch.ts'
import { category } from './catalog/category.ts'
import { product } from './catalog/product.ts'
import { recall } from './catalog/recall.ts'
import { channelCase } from './channel/case.ts'
import { customer } from './channel/customer.ts'
import { dealer } from './channel/dealer.ts'
import { dealerLevel } from './channel/dealer-level.ts'
import { store } from './channel/store.ts'
import { supplier } from './channel/supplier.ts'
import { labelLayout } from './code/label-layout.ts'
import { territory } from './channel/territory.ts'
import { codeRequest } from './code/request.ts'
import { document } from './evidence/document.ts'
import { job } from './monitor/job.ts'
import { article } from './news/article.ts'
import { newsCategory } from './news/category.ts'
import { banner } from './site/banner.ts'
import { stageCirculation } from './stage/circulation.ts'
import { stageParameter } from './stage/parameter.ts'
import { stageTemplate } from './stage/template.ts'
import { config } from './system/config.ts'
import { dept } from './system/dept.ts'
import { dictData, dictType } from './system/dict.ts'
import { division } from './system/division.ts'
import { notice } from './system/notice.ts'
import { post } from './system/post.ts'
import { role } from './system/role.ts'
import { user } from './system/user.ts'
import { enterprise } from './tenant/enterprise.ts'
import { listing } from './trade/listing.ts'
import { quote } from './trade/quote.ts'
import { platformRequest } from './wechat/platform-request.ts'
import { wechatUser } from './wechat/user.ts'
import { type AnyEntity, keyOf } from './entity.ts'

/** Every declared entity. Routes, screens, exports, permissions and the conformance tests walk this list. */
export const entities = [
  category,
  product,
  batch,
  recall,
  codeRequest,
  labelLayout,
  platformRequest,
  document,
  user,
  role,
  dept,
  post,
  dictType,
  dictData,
  config,
  notice,
  division,
  enterprise,
  stageTemplate,
  stageParameter,
  stageCirculation,
  dealerLevel,
  dealer,
  store,
  customer,
  supplier,
  territory,
  channelCase,
  listing,
  quote,
  newsCategory,
  article,
  banner,
  job,
  wechatUser,
] as const satisfies readonly AnyEntity[]

export type DeclaredEntity = (typeof entities)[number]

const byKey = new Map<string, AnyEntity>(entities.map(entity => [keyOf(entity), entity]))

/** The entity with this key (`catalog/product`), or undefined. */
export function entityByKey(key: string): AnyEntity | undefined {
  return byKey.get(key)
}
