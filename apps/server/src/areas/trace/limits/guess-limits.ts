import { isIP } from 'node:net'
import { neighbourhoodOf, networkOf } from '../../../platform/http/network.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'

/** Seconds in which what wrong tries weigh fades to one half. */
export const halvesSeconds = 6 * 3600

/**
 * What one wrong anti-counterfeit code adds, in each place where it is counted; a picture has to be solved when the sum of the
 * places that a try belongs to reaches 1. The own tries weigh most: five at one code. What others do at the same code or
 * behind the same address weighs little, so that neither locks a buyer out of what he bought, and all of it fades.
 * A device names itself; whoever changes the name goes on being counted by address and code.
 */
export const guessWeights = {
  deviceAtCode: 1 / 20,
  addressAtCode: 1 / 12,
  device: 1 / 20,
  address: 1 / 60,
  network: 1 / 600,
  code: 1 / 30,
} as const

/** So many wrong codes within a week are told on the page of an item. */
export const manyWrong = { tries: 20, days: 7 } as const

type Place = keyof typeof guessWeights

/** Where a try came from: keyed hashes, no names. */
export interface Origin {
  device: string
  address: string
  network: string
}

/** Names of the counters that a try belongs to. */
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

/** What the wrong tries before this one weigh together; from 1 on a picture is asked for. */
export function pressureOf(buckets: Record<Place, string>, wrong: ReadonlyMap<string, number>): number {
  return (Object.keys(guessWeights) as Place[]).reduce(
    (sum, place) => sum + (wrong.get(buckets[place]) ?? 0) * guessWeights[place],
    0,
  )
}

/** Address of a client as text, or null when a proxy handed over something else. */
export function addressOf(ip: string): string | null {
  return isIP(ip) === 0 ? null : ip
}

/**
 * What stands for the origin of a try in the counters: keyed hashes of its address (of IPv6 the first 64 bits, whose rest a
 * client chooses freely), of its neighbourhood, and of the device's own name together with the address: nobody wears out the
 * tries of a device elsewhere by taking its name. Those without a name count as one device of their address.
 */
export function originOf(secrets: Secrets, ip: string, device: string | null): Origin {
  const hash = (text: string) => secrets.mac('trace-client', text).subarray(0, 12).toString('base64url')
  const address = networkOf(ip)
  return { device: hash(`${address} ${device ?? ''}`), address: hash(address), network: hash(neighbourhoodOf(ip)) }
}
