import { entityByKey } from '@timbermark/contract'
import { activate } from '../../src/areas/wechat/activate.ts'
import { fetchCodes } from '../../src/areas/wechat/fetch-codes.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { type Platform, startMessagingPlatform } from '../stand-ins/messaging-platform/platform.ts'

/** As the browser of the messaging platform names itself. */
export const platformAgent =
  'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/111 Mobile Safari/537.36 MicroMessenger/8.0.40'

/** A server with a stand-in of the messaging platform. */
export interface PlatformFixture {
  platform: Platform
  world: World
}

export async function startPlatformFixture(options: Parameters<typeof makeWorld>[0] = {}): Promise<PlatformFixture> {
  const platform = await startMessagingPlatform({ callbackHost: 'trace.example' })
  const world = await makeWorld({
    ...options,
    environment: { WECHAT_URL: platform.url, WECHAT_OPEN_URL: platform.url, ...options?.environment },
  })
  return { platform, world }
}

export interface Mill {
  tenantId: number
  deptId: number
  admin: Caller
  batchId: number
}

/** An enterprise with a batch. */
export async function makeMill({ world }: PlatformFixture): Promise<Mill> {
  const tenant = await world.makeTenant(`WX-${Math.random().toString(36).slice(2, 8).toUpperCase()}`)
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const { id } = await addSample(admin, entityByKey('catalog/batch')!, 'B')
  return { tenantId: tenant.id, deptId: tenant.deptId, admin, batchId: id as number }
}

export const credentialsOf = (platform: Platform) => ({
  enabled: true,
  appId: platform.appId,
  secret: platform.secret,
  codeKey: platform.codeKey,
  miniAppId: platform.miniAppId,
  miniSecret: platform.miniSecret,
  miniPath: 'pages/trace/index',
})

export const requestBody = (batchId: number, more: Record<string, unknown> = {}) => ({
  activityName: 'Spring',
  batchId,
  count: 10_000,
  productBrand: 'Demo Timber',
  productTitle: 'Okoumé board',
  productCode: '6901234567892',
  miniPath: 'pages/trace/index',
  ...more,
})

export async function addRequest(mill: Mill, more: Record<string, unknown> = {}): Promise<number> {
  const { data, msg } = await mill.admin.post<{ id: number }>('/code/platform-request', requestBody(mill.batchId, more))
  if (!data?.id) throw new Error(msg)
  return data.id
}

/** One run of the job, as a worker makes it. */
export const run = ({ world }: PlatformFixture, mill: Mill, id: number, signal = new AbortController().signal) =>
  fetchCodes(world.services, { tenantId: mill.tenantId, id }, signal)

export const runActivation = (
  { world }: PlatformFixture,
  mill: Mill,
  id: number,
  signal = new AbortController().signal,
) => activate(world.services, { tenantId: mill.tenantId, id }, signal)

export interface Seen {
  status: string
  failure: string | null
  failureCode: number | null
  stopped: boolean
  fetched: number
  activated: number
  platformNumber: string | null
  applicationNumber: string | null
}

export const see = async (mill: Mill, id: number): Promise<Seen> =>
  (await mill.admin.get<Seen>(`/code/platform-request/${id}`)).data

/** Applies and runs until all codes are stored. */
export async function fetched(
  fixture: PlatformFixture,
  mill: Mill,
  more: Record<string, unknown> = {},
): Promise<number> {
  const id = await addRequest(mill, more)
  await mill.admin.put(`/code/platform-request/${id}/apply`)
  for (let n = 0; n < 4; n++) await run(fixture, mill, id)
  return id
}
