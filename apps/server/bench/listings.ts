/** Searches of the timber market: 1,000,000 listings of 50 enterprises, as a user of another enterprise reads them. */
import type { Claim } from './bench.ts'
import { percentile } from './bench.ts'
import type { BenchWorld } from './world.ts'

const listings = 1_000_000
const sellers = 50

async function fill(world: BenchWorld): Promise<void> {
  await world.admin.query(
    `insert into enterprise (identification, name) select 'SELLER' || n, 'Seller ' || n from generate_series(1, ${sellers}) n`,
  )
  // Common and rare values: a species of four listings in ten, and one of one in ten thousand.
  await world.admin.query(`
    insert into listing (tenant_id, kind, goods_name, quantity, unit, thickness, length, width, wood_name, origin, expected_price,
      publisher, contact_phone, remark, status, species, form)
    select t.id, case when n % 3 = 0 then 'purchase' else 'supply' end, 'Goods ' || n, 1 + (n * 7919::bigint) % 5000,
      (array['cubicMeter', 'root', 'ton'])[1 + n % 3], 50, 3000, 200, 'Wood ' || n % 500,
      case when n % 10000 = 7 then 'Rare place' else (array['Gabon', 'Cameroun', 'Congo', 'RDC', 'Ghana'])[1 + n % 5] end, 1000 + n % 9000,
      'Desk', '13800000000', 'Demo', case when n % 11 = 0 then 'offShelf' else 'onShelf' end,
      case when n % 10000 = 11 then 'WEN' when n % 10 < 4 then 'OKO' else (array['SAP', 'PAD', 'IRO', 'AFR'])[1 + n % 4] end,
      (array['log', 'sawn', 'veneer', 'plywood', 'flooring'])[1 + n % 5]
    from generate_series(1, ${listings}) n
    join (select id, row_number() over (order by id) - 1 as place from enterprise where identification like 'SELLER%') t on t.place = n % ${sellers}`)
  await world.admin.query('vacuum analyze listing')
}

const searches: readonly (readonly [title: string, query: string])[] = [
  ['as it is opened', 'kind=supply'],
  ['a common species', 'kind=supply&species=OKO'],
  ['a rare species', 'kind=supply&species=WEN'],
  ['a species that nobody offers', 'kind=supply&species=TEA'],
  ['a form and a place', 'kind=supply&form=sawn&place=Gabon'],
  ['a rare place', 'kind=supply&place=Rare%20place'],
  ['a volume from and to', 'kind=supply&volumeFrom=100&volumeTo=101'],
  ['species, form, place and volume', 'kind=supply&species=OKO&form=log&place=Gabon&volumeFrom=10&volumeTo=4000'],
]

export async function measureListings(world: BenchWorld): Promise<Claim[]> {
  await fill(world)
  const ask = async (path: string) => {
    const started = performance.now()
    const answer = (await (
      await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${world.token}` } })
    ).json()) as { code: number }
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}`)
    return performance.now() - started
  }
  const claims: Claim[] = []
  for (const [title, query] of searches)
    for (const [what, path] of [
      ['listings', `/trade/listing/list?${query}`],
      ['their facets', `/trade/listing/facets?${query}`],
    ] as const) {
      const times: number[] = []
      for (let run = 0; run < 25; run++) times.push(await ask(path))
      const warm = times.slice(5)
      const [half, most] = [percentile(warm, 0.5), percentile(warm, 0.95)]
      claims.push({
        title: `${what} among ${listings}: ${title}`,
        found: `median ${half.toFixed(1)}, p95 ${most.toFixed(1)} ms`,
        bound: 'median under 50 ms',
        held: half < 50,
      })
    }
  return claims
}
