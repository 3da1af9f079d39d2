import { createHash } from 'node:crypto'
import gcoordModule from 'gcoord'
import type { LocationSettings } from '../../platform/settings.ts'

// Its types describe another module format than the one that Node loads.
const gcoord = gcoordModule as unknown as typeof gcoordModule.default

/** The location service did not answer as documented. The message never contains the key. */
export class LocationServiceError extends Error {}

/** A point in the service's format, in GCJ-02 degrees. */
interface ServicePoint {
  lat: number
  lng: number
}

/** One administrative division of the service's list. */
export interface ServiceDistrict {
  /** Official code, as text; virtual entries have more or other digits. */
  id: string
  /** Short name; often absent for districts. */
  name?: string
  fullname: string
  location?: ServicePoint
  /** First and last index of its children in the next list. */
  cidx?: [from: number, to: number]
}

/** Longest time that one call may take, ms. */
const timeoutMs = 30_000
/** Largest accepted answer: the whole list of divisions is under 1 MB. */
const maxBytes = 16 * 1024 * 1024

/** Signature of a call: MD5 of path, parameters sorted by name and not encoded, and the secret. */
export function signature(path: string, params: Readonly<Record<string, string>>, secret: string): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('md5')
    .update(`${path}?${sorted.map(([name, value]) => `${name}=${value}`).join('&')}${secret}`)
    .digest('hex')
}

/** @throws LocationServiceError when it cannot be reached, refuses, or answers something else than documented. */
async function callService(
  { url, key, secret }: LocationSettings,
  path: string,
  params: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Record<string, unknown>> {
  const all: Record<string, string> = { ...params, key, output: 'json' }
  if (secret) all.sig = signature(path, all, secret)
  const address = new URL(url + path)
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value)
  const ended = AbortSignal.timeout(timeoutMs)
  let body: unknown
  try {
    const response = await fetch(address, {
      signal: signal ? AbortSignal.any([signal, ended]) : ended,
      redirect: 'error',
    })
    if (!response.ok) throw new LocationServiceError(`The location service answered ${response.status}`)
    body = JSON.parse(await readText(response, maxBytes))
  } catch (error) {
    if (error instanceof LocationServiceError) throw error
    signal?.throwIfAborted()
    throw new LocationServiceError(`The location service could not be read: ${(error as Error).name}`)
  }
  const answer = body as { status?: unknown; message?: unknown }
  if (answer === null || typeof answer !== 'object' || answer.status !== 0)
    throw new LocationServiceError(`The location service refused with status ${String(answer?.status)}`)
  return answer as Record<string, unknown>
}

async function readText(response: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytes) throw new LocationServiceError('The location service answers too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Loads all divisions as three lists: provinces, their children, and the children of those. @throws LocationServiceError */
export async function listDistricts(settings: LocationSettings, signal?: AbortSignal): Promise<ServiceDistrict[][]> {
  const { result } = await callService(settings, '/ws/district/v1/list', {}, signal)
  const lists = Array.isArray(result) ? result : []
  const isWellFormed = lists.every(
    list => Array.isArray(list) && list.every(one => typeof one?.id === 'string' && typeof one.fullname === 'string'),
  )
  if (lists.length < 2 || !isWellFormed) throw new LocationServiceError('The location service lists no divisions')
  return lists as ServiceDistrict[][]
}

/** Converts a point of the service to WGS 84 degrees, [longitude, latitude], to six digits. */
export function toWgs84({ lng, lat }: ServicePoint): [longitude: number, latitude: number] {
  const [longitude, latitude] = gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84)
  return [Math.round(longitude * 1e6) / 1e6, Math.round(latitude * 1e6) / 1e6]
}
