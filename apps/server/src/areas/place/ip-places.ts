import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { isNearby } from '../../platform/http/network.ts'
import { countryCodeOf, countryName } from './places.ts'

type Tables = typeof import('ip2region')
type Reader = InstanceType<Tables['default']>

let reader: Reader | undefined

/** The tables take some 11 MB, so they are loaded when the first log is read. */
function openTables(): Reader {
  const { default: Reader } = createRequire(import.meta.url)('ip2region') as Tables
  return new Reader()
}

/**
 * Place of an address by the shipped tables, for readers of a log: the country in the reader's language; in Chinese with
 * province and city where the tables have them (they are in Chinese). Null when unknown.
 */
export function placeOfIp(address: string | null, language: Language): string | null {
  const ip = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  if (isIP(ip) === 0) return null
  if (isNearby(ip)) return phrase(language, 'monitor.internalNetwork')
  reader ??= openTables()
  const entry = reader.search(ip)
  if (!entry?.country) return null
  if (language === 'zh') return [...new Set([entry.country, entry.province, entry.city])].filter(Boolean).join(' ')
  const code = countryCodeOf(entry.country)
  return code ? countryName(code, language) : null
}
