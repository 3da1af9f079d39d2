import {
  type AnyEntity,
  article,
  banner,
  customer,
  dealer,
  dealerLevel,
  labelLayout,
  listing,
  newsCategory,
  notice,
  post,
  store,
  supplier,
} from '@timbermark/contract'
import { addRow } from '../entity/write.ts'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { addDept } from '../areas/system/people/depts.ts'
import { articles, banners, businesses, listings, newsCategories, notices, servicePhone } from './business-texts.ts'
import { demoEnterprises } from './demo-people.ts'
import { demoLayouts } from './label-layouts.ts'
import { draw, type Scene } from './pictures.ts'
import { stories, woods } from './story.ts'

/** The enterprise and user that own the rows. */
export interface Owner {
  id: number
  deptId: number
  adminId: number
}

const day = 86_400_000

/** An enterprise's administrator with all permissions. */
export const administrator = (owner: Owner, tenantName: string, nickName: string): Actor => ({
  accountId: owner.adminId,
  tenantId: owner.id,
  tenantName,
  userName: '',
  nickName,
  userType: 1,
  deptId: owner.deptId,
  deptName: null,
  avatar: null,
  sessionId: 0,
  superAdmin: true,
  mustChangePassword: false,
  mustSetUpFactor: false,
  grants: [],
  permissions: new Set(),
})

/**
 * What an enterprise has after a year in addition to its products and batches: departments, posts, dealers, stores,
 * customers, suppliers, listings with quotes; and what the platform publishes: notices, news, banners.
 */
export async function seedBusiness(services: Services, owners: ReadonlyMap<string, Owner>): Promise<void> {
  await seedPlatform(services, owners.get('platform')!)
  const listed: { id: number; owner: Owner; price: string; goods: string }[] = []
  for (const { identification, name } of demoEnterprises) {
    const owner = owners.get(identification)!
    const words = businesses[identification]
    if (!words) continue
    const actor = administrator(owner, name, words.desk)
    await services.database.withTenant(owner.id, async db => {
      const add = (entity: AnyEntity, body: Row) => addRow(db, services.files, entity, actor, body)
      for (const [index, deptName] of words.departments.entries())
        await addDept(db, actor, { parentId: owner.deptId, deptName, orderNum: index + 1 })
      for (const [index, [postCode, postName]] of words.posts.entries())
        await add(post, { postCode, postName, postSort: index + 1 })
      await seedChannel(add, words)
      const language = stories.find(({ tenant }) => tenant === identification)?.language ?? 'en'
      for (const layout of demoLayouts(language)) await add(labelLayout, { ...layout })
      for (const { stage, name: parameterName, values } of words.parameters)
        await db.execute(
          sql`
            insert into stage_parameter (tenant_id, dept_id, stage, name, preset, created_by)
            values (${owner.id}, ${owner.deptId}, ${stage}, ${parameterName}, ${JSON.stringify(values)}::jsonb, ${owner.adminId})`,
        )
    })
    for (const offer of listings.filter(item => item.tenant === identification)) {
      const id = await seedListing(services, actor, offer)
      if (offer.status === 'onShelf') listed.push({ id, owner, price: offer.expectedPrice, goods: offer.goodsName })
    }
  }
  for (const [index, offer] of listed.entries()) {
    const other = demoEnterprises.find(
      ({ identification }) => businesses[identification] && owners.get(identification)!.id !== offer.owner.id,
    )!
    const buyer = owners.get(other.identification)!
    const desk = businesses[other.identification]!.desk
    const price = (Number(offer.price) * (0.93 + index * 0.02)).toFixed(2)
    await services.database.withTenant(buyer.id, db =>
      db.execute(sql`
        insert into quote (tenant_id, dept_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, last_updater, created_by)
        values (${buyer.id}, ${buyer.deptId}, ${offer.owner.id}, ${offer.id}, ${offer.goods}, ${desk}, ${other.name}, ${price}, ${desk}, ${buyer.adminId})`),
    )
  }
}

async function seedChannel(
  add: (entity: AnyEntity, body: Row) => Promise<number>,
  words: (typeof businesses)[string],
): Promise<void> {
  const levels: number[] = []
  for (const [index, name] of words.levels.entries())
    levels.push(await add(dealerLevel, { code: `L${index + 1}`, name, level: String(index + 1), orderNum: index + 1 }))
  const dealers: number[] = []
  for (const { name, above, address, place } of words.dealers) {
    const parentId = above === undefined ? undefined : dealers[above]
    const id = await add(dealer, { name, levelId: levels[parentId ? 1 : 0], parentId, contact: words.desk, address })
    dealers.push(id)
    await add(store, {
      name: words.storeName(name),
      dealerId: id,
      address,
      contact: words.desk,
      longitude: place[0],
      latitude: place[1],
    })
  }
  for (const name of words.customers) await add(customer, { name, contact: words.desk })
  for (const name of words.suppliers) await add(supplier, { name, contact: words.desk })
}

async function seedListing(services: Services, actor: Actor, offer: (typeof listings)[number]): Promise<number> {
  const { tenant: _tenant, status, wood, scene, daysAgo, ...fields } = offer
  const picture = await drawAndStore(services, actor, scene, wood, fields.quantity)
  return services.database.withTenant(actor.tenantId, async db => {
    const id = await addRow(db, services.files, listing, actor, {
      ...fields,
      woodName: woods[wood].trade,
      species: woods[wood].species,
      form: scene === 'logs' ? 'log' : 'sawn',
      publisher: actor.nickName,
      picture: [picture],
    })
    await db.execute(
      sql`update listing set status = ${status}, publish_time = ${new Date(Date.now() - daysAgo * day)} where id = ${id}`,
    )
    return id
  })
}

async function seedPlatform(services: Services, platform: Owner): Promise<void> {
  const actor = administrator(platform, '', '平台运营')
  const covers: string[] = []
  for (const [index, item] of articles.entries())
    covers.push(await drawAndStore(services, actor, item.scene, item.wood, index))
  const boards: string[] = []
  for (const [index, item] of banners.entries())
    boards.push(await drawAndStore(services, actor, item.scene, item.wood, index + 40))
  await services.database.withTenant(platform.id, async db => {
    const add = (entity: AnyEntity, body: Row, publicFiles: string[] = []) =>
      addRow(db, services.files, entity, actor, body, { publicFiles })
    for (const { title, type, content } of notices)
      await add(notice, { noticeTitle: title, noticeType: type, noticeContent: content })
    const categories: number[] = []
    for (const [index, name] of newsCategories.entries())
      categories.push(await add(newsCategory, { name, orderNum: index + 1 }))
    for (const [index, { title, category, content, clicks }] of articles.entries()) {
      const body = {
        title,
        categoryId: categories[category],
        type: 'original',
        content,
        clicks,
        publisher: actor.nickName,
      }
      const id = await add(article, { ...body, cover: [covers[index]] }, ['cover'])
      await publish(db, id, index)
    }
    for (const [index, { group, sequence }] of banners.entries())
      await add(banner, { group, sequence, duration: 5, image: [boards[index]] }, ['image'])
    await db.execute(
      sql`
        insert into site_service (phone, updated_by) values (${servicePhone}, ${platform.adminId || null})
        on conflict (id) do update set phone = excluded.phone`,
    )
  })
}

/** The last article stays a draft, so that both states are visible. */
async function publish(db: Db, id: number, index: number): Promise<void> {
  if (index === articles.length - 1) return
  const at = new Date(Date.now() - (index * 9 + 1) * day)
  await db.execute(sql`update article set status = 'published', publish_time = ${at} where id = ${id}`)
}

/**
 * Draws a picture and stores it.
 * @returns its file id
 */
async function drawAndStore(
  services: Services,
  actor: Actor,
  scene: Scene,
  wood: keyof typeof woods,
  seed: number,
): Promise<string> {
  const content = await draw(scene, woods[wood].color, seed + 301)
  const { id } = await services.database.withTenant(actor.tenantId, db =>
    services.files.storeAndEnter(db, actor.tenantId, actor.accountId || null, `${scene}.jpg`, content, ['jpg']),
  )
  return id
}
