import type { World } from '../harness.ts'

/** Where people are, WGS-84: longitude, latitude. */
export const towns = {
  hangzhou: [120.1551, 30.2741],
  shanghai: [121.4737, 31.2304],
  chengdu: [104.0668, 30.5728],
  beijing: [116.4074, 39.9042],
  guangzhou: [113.2644, 23.1291],
  xian: [108.9398, 34.3416],
  paris: [2.3522, 48.8566],
  lyon: [4.8357, 45.764],
} as const satisfies Record<string, readonly [number, number]>
export type Town = keyof typeof towns

let people = 0

/** A person with their own phone and network. */
export function stranger() {
  people++
  return {
    device: people.toString(16).padStart(32, '0'),
    remoteAddress: `203.${Math.floor(people / 250)}.${people % 250}.7`,
  }
}

export type Stranger = ReturnType<typeof stranger>

interface TraceData {
  warnings?: { kind: string; reason: string }[]
  outcome?: string
}

async function post(world: World, path: string, who: Stranger, body: object): Promise<TraceData> {
  const response = await world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    remoteAddress: who.remoteAddress,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    payload: JSON.stringify({ device: who.device, ...body }),
  })
  const { code, msg, data } = response.json()
  if (code !== 200) throw new Error(msg)
  return data
}

const near = (town: Town) => {
  const [longitude, latitude] = towns[town]
  // No two phones measure the same position.
  people++
  return { longitude: longitude + (people % 97) * 0.000_113, latitude: latitude + (people % 89) * 0.000_071 }
}

/**
 * Scans a code through the public call; without a town the reader shares no position. Each scan is a visit: the next one by the
 * same phone is as if half an hour had passed.
 */
export async function scan(world: World, code: string, town?: Town, who = stranger()) {
  const answer = await post(world, '/trace/scan', who, { code, ...(town ? near(town) : {}) })
  await world.admin.query('delete from visit_answer')
  return answer
}

/** Enters an anti-counterfeit code. */
export const check = (world: World, code: string, securityCode: string, town: Town, who = stranger()) =>
  post(world, '/trace/check', who, { code, securityCode, ...near(town) })

/** Lets clone detection read all log entries. */
export async function watched(world: World): Promise<void> {
  for (const log of ['scan', 'check'] as const) while (await world.services.cloneDetector.evaluateLog(log, -1));
}

/** Sets the times of all scans and checks of a code, in hours before now, oldest first. */
export async function backdate(world: World, code: string, hours: readonly number[]): Promise<void> {
  const opened = await world.services.directory.open(code)
  if (!opened.known) throw new Error('unknown')
  const { rows } = await world.admin.query<{ log: string; id: string }>(
    `select 'scan_log' as log, id from scan_log where request_number = $1 and serial = $2
     union all select 'check_log', id from check_log where request_number = $1 and serial = $2 order by id`,
    [opened.entry.requestNumber, opened.serial],
  )
  await world.admin.query(`select ensure_log_partitions((current_date - interval '1 month')::date)`)
  for (const [index, { log, id }] of rows.entries())
    await world.admin.query(
      `update ${log} set ${log === 'scan_log' ? 'scanned_at' : 'checked_at'} = now() - make_interval(secs => $2) where id = $1`,
      [id, hours[index]! * 3600],
    )
}

/** Two provinces with a city each, as the official list names them. */
export async function makeDivisions(world: World): Promise<void> {
  await world.admin.query(`
    insert into division (city_id, short_name, full_name, level, parent_id) values
      (330000, '浙江', '浙江省', 1, 0), (330100, '杭州', '杭州市', 2, 330000),
      (510000, '四川', '四川省', 1, 0), (510100, '成都', '成都市', 2, 510000)
    on conflict do nothing`)
}
