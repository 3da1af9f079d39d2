import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import type { Language } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { isNearby } from '../../platform/http/network.ts'
import { countryCodeOf, countryName } from './places.ts'

type Tables = typeof import('ip2region')
type Reader = InstanceType<Tables['default']>

let reader: Reader | undefined

/** The tables take some 11 MB: they are read when the first log is. */
function openTables(): Reader {
  const { default: Reader } = createRequire(import.meta.url)('ip2region') as Tables
  return new Reader()
}

/**
 * Where an address is, by the delivered tables, for the eyes of who reads a log: the country in the reader's language; in
 * Chinese with province and city, where the tables know them (they are written in Chinese). Null when it is not known.
 */
export function placeOfIp(address: string | null, language: Language): string | null {
  const ip = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  if (isIP(ip) === 0) return null
  if (isNearby(ip)) return phrase(language, 'monitor.internalNetwork')
  reader ??= openTables()
  const found = reader.search(ip)
  if (!found?.country) return null
  if (language === 'zh') return [...new Set([found.country, found.province, found.city])].filter(Boolean).join(' ')
  const code = countryCodeOf(found.country)
  return code ? countryName(code, language) : null
}
