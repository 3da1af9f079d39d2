import { recallGoods } from '../areas/catalog/declare-recall.ts'
import { recallLifecycle } from '../areas/catalog/recalls.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { administrator, type Owner } from './business.ts'

/** Serial ranges away from those that are reported, visited or assigned to dealers. */
const inForce = { from: 6000, to: 6099 }
const lifted = { from: 6200, to: 6249 }

const contact = {
  zh: '示例木业售后服务部，service@example.com',
  en: 'Demo Timber customer service, service@example.com',
  fr: 'Service clients Demo Timber, service@example.com',
}

/** Recalls of a batch's codes: one in force, and one that was lifted. */
export async function seedRecalls(services: Services, owner: Owner, batch: string): Promise<void> {
  const actor = administrator(owner, '', '')
  const request = await services.database.withTenant(owner.id, db =>
    db.one<{ number: number }>(sql`
      select r.request_number as number from code_request r join batch b on b.tenant_id = ${owner.id} and b.id = r.batch_id
      where r.tenant_id = ${owner.id} and b.batch_number = ${batch} and r.code_type = 'item'`),
  )
  const codes = services.directory.codesOf((await services.directory.find(request.number))!)
  const callBack = (
    { from, to }: typeof inForce,
    reasonTexts: Record<'zh' | 'en' | 'fr', string>,
    adviceTexts: Record<'zh' | 'en' | 'fr', string>,
  ) =>
    services.database.withTenant(owner.id, db =>
      recallGoods(
        { services, db, actor, language: 'zh' },
        {
          codes: [],
          ranges: [{ first: codes.code(from), last: codes.code(to) }],
          requestIds: [],
          reasonTexts,
          adviceTexts,
          contactTexts: contact,
          reports: 'ask',
        },
      ),
    )
  const earlier = await callBack(
    lifted,
    {
      zh: '这批餐桌的桌面涂层可能未完全固化。（演示）',
      en: 'The coating of these table tops may not be fully cured. (Demonstration)',
      fr: 'Le vernis de ces plateaux de table n’est peut-être pas complètement durci. (Démonstration)',
    },
    {
      zh: '请暂停使用，等待检测结果。',
      en: 'Stop using the table until it has been tested.',
      fr: 'N’utilisez pas la table avant le résultat des essais.',
    },
  )
  await services.database.withTenant(owner.id, db =>
    recallLifecycle.move(db, { services, actor, language: 'zh' }, 'lift', earlier.id, {
      reasonTexts: {
        zh: '复检合格：涂层已完全固化。',
        en: 'Tested again: the coating is fully cured.',
        fr: 'Nouvel essai : le vernis est complètement durci.',
      },
    }),
  )
  await callBack(
    inForce,
    {
      zh: '这批餐桌的桌腿连接件可能松动，有倾倒危险。（演示）',
      en: 'The joints of these table legs may come loose: the table can tip over. (Demonstration)',
      fr: 'Les assemblages des pieds peuvent se desserrer : la table risque de basculer. (Démonstration)',
    },
    {
      zh: '请停止使用并退回购买的门店，凭码全额退款，无需小票。',
      en: 'Stop using the table and take it back to the shop: it is refunded in full by its code, without a receipt.',
      fr: 'Cessez d’utiliser la table et rapportez-la au magasin : elle est remboursée sur présentation du code, sans ticket.',
    },
  )
}
