import type { Services } from '../platform/services.ts'
import { join, sql } from '../platform/database/sql.ts'
import { dayAt, zoneOf } from '../platform/tenant-day.ts'
import { rollUpDirtyDays } from '../areas/stats/rollups/schedule-rollups.ts'
import { random } from './pictures.ts'

interface City {
  country: string
  province: string
  city: string
  longitude: number
  latitude: number
  weight: number
}

/** Where buyers scan sold goods. */
const buyers: readonly City[] = [
  { country: 'CN', province: '浙江省', city: '杭州市', longitude: 120.1551, latitude: 30.2741, weight: 30 },
  { country: 'CN', province: '上海市', city: '上海市', longitude: 121.4737, latitude: 31.2304, weight: 22 },
  { country: 'CN', province: '江苏省', city: '苏州市', longitude: 120.5853, latitude: 31.2989, weight: 14 },
  { country: 'CN', province: '广东省', city: '广州市', longitude: 113.2644, latitude: 23.1291, weight: 12 },
  { country: 'CN', province: '广东省', city: '深圳市', longitude: 114.0579, latitude: 22.5431, weight: 11 },
  { country: 'CN', province: '北京市', city: '北京市', longitude: 116.4074, latitude: 39.9042, weight: 10 },
  { country: 'CN', province: '四川省', city: '成都市', longitude: 104.0665, latitude: 30.5723, weight: 8 },
  { country: 'CN', province: '湖北省', city: '武汉市', longitude: 114.3055, latitude: 30.5928, weight: 6 },
  { country: 'CN', province: '福建省', city: '厦门市', longitude: 118.0894, latitude: 24.4798, weight: 5 },
  { country: 'CN', province: '陕西省', city: '西安市', longitude: 108.9398, latitude: 34.3416, weight: 4 },
  { country: 'CN', province: '山东省', city: '青岛市', longitude: 120.3826, latitude: 36.0671, weight: 3 },
]

/** Where handlers scan goods in transit. */
const handlers: readonly City[] = [
  { country: 'GA', province: 'Estuaire', city: 'Libreville', longitude: 9.4544, latitude: 0.3901, weight: 10 },
  { country: 'GA', province: 'Estuaire', city: 'Owendo', longitude: 9.5006, latitude: 0.3005, weight: 14 },
  { country: 'CN', province: '浙江省', city: '宁波市', longitude: 121.544, latitude: 29.8683, weight: 6 },
]

/** Thirty days of visits to the batches, spread over cities; counts agree with the logs. */
export async function seedVisits(services: Services): Promise<void> {
  const rand = random(20261120)
  const pick = (cities: readonly City[]): City => {
    let left = rand() * cities.reduce((sum, city) => sum + city.weight, 0)
    for (const city of cities) {
      left -= city.weight
      if (left < 0) return city
    }
    return cities[0]!
  }
  await services.database.acrossTenants('seed', async db => {
    const oldest = new Date(Date.now() - 30 * 86_400_000)
    for (const month of [oldest, new Date()]) await db.execute(sql`select ensure_log_partitions(${month}::date)`)
    // In order of creation: the same random numbers go to the same requests in every demonstration.
    const requests = await db.query<{
      tenant_id: number
      request_number: number
      product_id: number
      sold: boolean
    }>(sql`
      select r.tenant_id, r.request_number, b.product_id, r.status = 'downloaded' as sold from code_request r
      join batch b on b.id = r.batch_id where r.code_type = 'item' order by r.request_number`)
    for (const request of requests) {
      const scans = Array.from({ length: request.sold ? 420 : 90 }, () => {
        const city = pick(request.sold ? buyers : handlers)
        const day = Math.floor(30 * (1 - rand() ** 1.6))
        // Serials from 20 on: the first labels stay unscanned for users of the demonstration.
        return {
          serial: 20 + Math.floor(rand() * 900),
          at: new Date(Date.now() - day * 86_400_000 - Math.floor(rand() * 60_000_000) - 60_000),
          city,
          longitude: (city.longitude + (rand() - 0.5) * 0.2).toFixed(6),
          latitude: (city.latitude + (rand() - 0.5) * 0.2).toFixed(6),
        }
      })
      const checks = scans.filter(() => rand() < 0.35)
      // Somebody guesses codes in one city.
      const genuine = (scan: (typeof scans)[number]) => scan.city.city !== '深圳市' || scan.serial % 2 !== 0
      const { tenant_id: tenant, request_number: number, product_id: product } = request
      await db.execute(sql`
        insert into scan_log (tenant_id, request_number, serial, product_id, longitude, latitude, province, city, country, scanned_at)
        values ${join(scans.map(scan => sql`(${tenant}, ${number}, ${scan.serial}, ${product}, ${scan.longitude}, ${scan.latitude}, ${scan.city.province}, ${scan.city.city}, ${scan.city.country}, ${scan.at})`))}`)
      await db.execute(sql`
        insert into check_log (tenant_id, request_number, serial, product_id, genuine, longitude, latitude, province, city, country, checked_at)
        values ${join(checks.map(scan => sql`(${tenant}, ${number}, ${scan.serial}, ${product}, ${genuine(scan)}, ${scan.longitude}, ${scan.latitude}, ${scan.city.province}, ${scan.city.city}, ${scan.city.country}, ${scan.at})`))}`)
    }
    await db.execute(sql`
      insert into code_stat (tenant_id, request_number, serial, scans, first_scan_at, checks, first_check_at, wrong_checks, first_query_at)
      select s.tenant_id, s.request_number, s.serial, s.n, s.first, coalesce(c.n, 0), c.first, coalesce(c.wrong, 0), c.any_first
      from (select tenant_id, request_number, serial, count(*)::int as n, min(scanned_at) as first from scan_log group by 1, 2, 3) s
      left
      join (
        select tenant_id, request_number, serial, count(*) filter (where genuine)::int as n, count(*) filter (where not genuine)::int as wrong,
               min(checked_at) filter (where genuine) as first, min(checked_at) as any_first
        from check_log group by 1, 2, 3) c using (tenant_id, request_number, serial)`)
    await db.execute(sql`
      insert into scan_day (tenant_id, day, product_id, city, scans, checks, wrong_checks)
      select tenant_id, day, product_id, city, sum(scans), sum(checks), sum(wrong) from (
        select tenant_id, ${dayAt(sql`scanned_at`, zoneOf(sql`tenant_id`))} as day, coalesce(product_id, 0) as product_id, coalesce(city, '') as city, count(*) as scans, 0 as checks, 0 as wrong
        from scan_log group by 1, 2, 3, 4
        union all select tenant_id, ${dayAt(sql`checked_at`, zoneOf(sql`tenant_id`))}, coalesce(product_id, 0), coalesce(city, ''), 0, count(*), count(*) filter (where not genuine)
        from check_log group by 1, 2, 3, 4) both_logs
      group by 1, 2, 3, 4`)
    await db.execute(sql`insert into visit_day (tenant_id, day) select distinct tenant_id, day from scan_day`)
  })
  await rollUpDirtyDays(services)
}
