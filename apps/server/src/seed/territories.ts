import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'
import { assignToDealer } from '../areas/channel/dealers/assign.ts'
import { loadPlaces } from '../areas/place/places.ts'
import { administrator, type Owner } from './business.ts'

/** Territories of the demonstration's dealers. */
const territories = [
  { dealer: '示例经销商（杭州）', division: '330000' },
  { dealer: '示例经销商（上海）', division: '310000' },
  { dealer: '示例经销商（苏州）', division: '320500' },
  { dealer: '示例经销商（广州）', division: '440000' },
] as const

/** Account of the first dealer. */
const dealerAccount = 'zj-dealer'

/** Scans of the first dealer's codes: two at home, three in Chengdu. The first labels stay unscanned. */
const met = [
  { serial: 1000, at: [120.1551, 30.2741] },
  { serial: 1001, at: [121.5441, 29.8684] },
  { serial: 1014, at: [104.0665, 30.5723] },
  { serial: 1015, at: [104.0712, 30.6611] },
  { serial: 1016, at: [104.1034, 30.6019] },
] as const

/** Addresses for documentation (RFC 5737). */
const networks = ['192.0.2', '198.51.100', '203.0.113'] as const

/** The part of the official list that is needed here: the whole list is fetched in the background, and replaces these. */
const divisions = [
  { code: 310000, short: '上海', full: '上海市', level: 1, above: 0 },
  { code: 320000, short: '江苏', full: '江苏省', level: 1, above: 0 },
  { code: 320500, short: '苏州', full: '苏州市', level: 2, above: 320000 },
  { code: 330000, short: '浙江', full: '浙江省', level: 1, above: 0 },
  { code: 440000, short: '广东', full: '广东省', level: 1, above: 0 },
] as const

async function addDivisions(services: Services): Promise<void> {
  await services.database.acrossTenants('seed', async db => {
    for (const { code, short, full, level, above } of divisions)
      await db.execute(sql`
        insert into division (city_id, short_name, full_name, level, parent_id, source)
        values (${code}, ${short}, ${full}, ${level}, ${above}, 'shipped') on conflict (city_id) do nothing`)
  })
}

/**
 * Gives dealers their territories and assigns a range of codes to one of them, and scans some of these through the
 * product's own code, three of them far away: clone detection opens the case.
 */
export async function seedTerritories(services: Services, tenant: Owner, batch: string): Promise<void> {
  const actor = administrator(tenant, '', '')
  await addDivisions(services)
  const goods = await services.database.withTenant(tenant.id, async db => {
    for (const { dealer, division } of territories)
      await db.execute(sql`
        insert into territory (tenant_id, dept_id, dealer_id, division_code, valid_from, created_by)
        select tenant_id, dept_id, id, ${division}, current_date - 300, ${tenant.adminId} from dealer
        where tenant_id = ${tenant.id} and name = ${dealer}`)
    const dealer = await db.one<{ id: number }>(
      sql`select id from dealer where tenant_id = ${tenant.id} and name = ${territories[0].dealer}`,
    )
    // The first dealer can sign in, and buyers see their store.
    await db.execute(sql`
      update dealer d set account_id = a.id from account a
      where d.tenant_id = ${tenant.id} and d.id = ${dealer.id} and a.tenant_id = ${tenant.id} and a.user_name = ${dealerAccount}`)
    await db.execute(sql`update store set shown = true where tenant_id = ${tenant.id} and dealer_id = ${dealer.id}`)
    const request = await db.one<{ number: number; productId: number }>(sql`
      select r.request_number as number, b.product_id as "productId" from code_request r
      join batch b on b.tenant_id = ${tenant.id} and b.id = r.batch_id
      where r.tenant_id = ${tenant.id} and b.batch_number = ${batch} and r.code_type = 'item'`)
    const codes = services.directory.codesOf((await services.directory.find(request.number))!)
    await assignToDealer(
      { services, db, actor, language: 'zh' },
      {
        dealerId: dealer.id,
        codes: [],
        ranges: [{ first: codes.code(0), last: codes.code(4999) }],
        requestIds: [],
        reassign: false,
      },
    )
    return request
  })
  const places = await loadPlaces()
  for (const [index, { serial, at }] of met.entries()) {
    const [longitude, latitude] = at
    const place = places.placeOf(longitude, latitude)
    await services.visits.scan({
      tenantId: tenant.id,
      requestNumber: goods.number,
      serial,
      productId: goods.productId,
      longitude,
      latitude,
      country: place?.country ?? null,
      province: place?.province ?? null,
      city: place?.city ?? null,
      district: place?.district ?? null,
      ip: `${networks[index % networks.length]}.${index + 1}`,
      device: `demo-${index + 1}`,
      mark: null,
    })
    await services.cloneDetector.evaluateSoon({ tenantId: tenant.id, requestNumber: goods.number, serial })
  }
}
