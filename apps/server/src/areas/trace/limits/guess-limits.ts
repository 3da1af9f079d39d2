import { isIP } from 'node:net'
import { neighbourhoodOf, networkOf } from '../../../platform/http/network.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'

/** Seconds in which the weight of wrong attempts halves. */
export const halfLifeSeconds = 6 * 3600

/**
 * Weight that one wrong security code adds to each counter. A captcha is required when the counters of an attempt sum
 * to 1. Attempts of the same device weigh most: five at one code. Attempts of others at the same code or behind the same
 * address weigh little, so that they lock no buyer out, and all of it decays.
 * A device names itself; a device that changes its name is still counted by address and code.
 */
export const guessWeights = {
  deviceAtCode: 1 / 20,
  addressAtCode: 1 / 12,
  device: 1 / 20,
  address: 1 / 60,
  network: 1 / 600,
  code: 1 / 30,
} as const

/** From this many wrong codes within this time on, the page of an item shows a warning. */
export const manyWrong = { tries: 20, days: 7 } as const

type Place = keyof typeof guessWeights

/** Origin of an attempt: keyed hashes, no names. */
export interface Origin {
  device: string
  address: string
  network: string
}

/** Names of the counters of an attempt. */
export function bucketsOf({
  requestNumber,
  serial,
  origin: { device, address, network },
}: {
  requestNumber: number
  serial: number
  origin: Origin
}): Record<Place, string> {
  const code = `${requestNumber}:${serial}`
  return {
    deviceAtCode: `device:${device}:${code}`,
    addressAtCode: `address:${address}:${code}`,
    device: `device:${device}`,
    address: `address:${address}`,
    network: `network:${network}`,
    code: `code:${code}`,
  }
}

/** Total weight of the previous wrong attempts; from 1 on a captcha is required. */
export function pressureOf(buckets: Record<Place, string>, wrong: ReadonlyMap<string, number>): number {
  return (Object.keys(guessWeights) as Place[]).reduce(
    (sum, place) => sum + (wrong.get(buckets[place]) ?? 0) * guessWeights[place],
    0,
  )
}

/** Address of a client as text, or null when a proxy passed something else. */
export function addressOf(ip: string): string | null {
  return isIP(ip) === 0 ? null : ip
}

/**
 * Origin of an attempt in the counters: keyed hashes of its address (of IPv6 the first 64 bits, because a client chooses the
 * rest freely), of its neighbourhood, and of the device's name together with the address, so that nobody can use up the
 * attempts of a device elsewhere under its name. Clients without a name count as one device per address.
 */
export function originOf(secrets: Secrets, ip: string, device: string | null): Origin {
  const hash = (text: string) => secrets.mac('trace-client', text).subarray(0, 12).toString('base64url')
  const address = networkOf(ip)
  return { device: hash(`${address} ${device ?? ''}`), address: hash(address), network: hash(neighbourhoodOf(ip)) }
}
