/** The one search over 1,000,000 names and 300,000 other records of one enterprise, beside reading the names one by one. */
import type { Claim } from './bench.ts'
import { percentile } from './bench.ts'
import type { BenchWorld } from './world.ts'

const names = Number(process.env.SEARCH_NAMES ?? 1_000_000)
const batches = names / 5
const documents = names / 10

/** Names as they are common: few given names and surnames, with accents, in Latin and Chinese letters. */
export async function fill(world: BenchWorld): Promise<void> {
  const definitions = await world.admin.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
     where indexrelid::regclass::text in ('customer_search', 'batch_search', 'document_search')`,
  )
  // An index over what is there is made in a fifth of the time.
  for (const { name } of definitions.rows) await world.admin.query(`drop index ${name}`)
  await world.admin.query(
    `
    insert into customer (tenant_id, name, contact, phone, created_by)
    select $1, case when n % 3 = 0
        then (array['浙江', '湖州', '临安', '嘉善', '南浔', '菏泽'])[1 + n % 6] || (array['森', '林', '鼎', '盛', '德', '茂', '昌'])[1 + n / 6 % 7]
          || (array['华', '丰', '源', '泰', '和', '隆', '达', '兴', '荣'])[1 + n / 42 % 9] || (array['木业', '地板', '家居', '建材'])[1 + n / 378 % 4] || n
        else (array['Société', 'Établissements', 'Scierie', 'Compagnie', 'Atelier'])[1 + n % 5] || ' '
          || (array['Équatoriale', 'Lefèvre', 'Nguéma', 'Okoumé', 'Mbadinga', 'Dupré', 'Öztürk', 'Müller'])[1 + n / 5 % 8] || ' ' || n end,
      (array['Élodie', 'François', 'Jean-Noël', 'Zoé'])[1 + n % 4] || ' ' || n % 997, '+2410' || (10000000 + n), null
    from generate_series(1, ${names}) n`,
    [world.tenantId],
  )
  const product = await world.admin.query<{ id: string }>(
    `with c as (insert into category (tenant_id, name, order_num) values ($1, 'Search', 1) returning id)
     insert into product (tenant_id, code, name, category_id, enterprise_name, foreign_name, chinese_name, latin_genus, latin_species)
     select $1, 'SEARCH', 'Search', c.id, 'Bench', 'Okoumé', '奥古曼', 'Aucoumea', 'klaineana' from c returning id`,
    [world.tenantId],
  )
  await world.admin.query(
    `insert into batch (tenant_id, batch_number, product_id) select $1, 'ZJ-' || 2000 + n % 27 || '-' || n, $2 from generate_series(1, ${batches}) n`,
    [world.tenantId, product.rows[0]!.id],
  )
  await world.admin.query(
    `insert into document (tenant_id, code, name, type, file) select $1, 'PERMIT-' || n || '/' || 2000 + n % 27, 'Permis d’exploitation ' || n, 'certificate', '{}'
     from generate_series(1, ${documents}) n`,
    [world.tenantId],
  )
  await world.admin.query(`set maintenance_work_mem = '512MB'`)
  for (const { text } of definitions.rows) await world.admin.query(text)
  await world.admin.query('vacuum analyze customer, batch, document')
}

/** What people type: rare and common, at the beginning, in the middle and at the end, and what nobody has. */
export const texts: readonly string[] = [
  'lefevre 777',
  'Nguéma',
  'societe equatoriale 12345',
  'SCIERIE',
  '木业',
  '临安林华木业987',
  'zjsh',
  '湖州',
  'dupre 50',
  'ZJ-2026-1234',
  '2026-17',
  'PERMIT-4711',
  'permis d exploitation 99',
  'wrangelia',
  'wrangelia societe',
  'equatoriale societe',
  'atelier wrangelia',
  '10012345',
  'oz',
  '12',
  'x',
  'elodie 99',
]

export async function measureSearch(world: BenchWorld): Promise<Claim[]> {
  await fill(world)
  const runs = 12
  const timed = async (path: string) => {
    const started = performance.now()
    const answer = (await (
      await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${world.token}` } })
    ).json()) as { code: number; data?: { groups: { rows: unknown[] }[] }; total?: number }
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}`)
    return { ms: performance.now() - started, answer }
  }
  const all: number[] = []
  const byText: string[] = []
  for (const text of texts) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push((await timed(`/search?q=${encodeURIComponent(text)}`)).ms)
    const warm = times.slice(2)
    all.push(...warm)
    byText.push(`${text} ${percentile(warm, 0.5).toFixed(0)}`)
  }
  const p95 = percentile(all, 0.95)
  // The list has no index for it: every name is read.
  const rare = texts[0]!
  const plain: number[] = []
  for (let run = 0; run < 4; run++)
    plain.push((await timed(`/channel/customer/list?name=${encodeURIComponent(rare)}`)).ms)
  const read = percentile(plain.slice(1), 0.5)
  const repeated: number[] = []
  for (let run = 0; run < 210; run++) repeated.push((await timed(`/search?q=${encodeURIComponent(rare)}`)).ms)
  // The reading before has emptied the caches.
  repeated.splice(0, 10)
  const half = percentile(repeated, 0.5)
  return [
    {
      title: `search over ${names + batches + documents} records, ${texts.length} texts`,
      found: `median ${percentile(all, 0.5).toFixed(1)}, p95 ${p95.toFixed(1)} ms (medians in ms: ${byText.join(', ')})`,
      bound: 'p95 under 100 ms',
      held: p95 < 100,
    },
    {
      title: `one name of ${names} without accents, beside reading each of them`,
      found: `median ${half.toFixed(1)}, p95 ${percentile(repeated, 0.95).toFixed(1)} ms, read one by one ${read.toFixed(0)} ms: ${(read / half).toFixed(0)} times`,
      bound: 'p95 under 30 ms',
      held: percentile(repeated, 0.95) < 30,
    },
  ]
}
