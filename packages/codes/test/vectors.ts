import { readFileSync } from 'node:fs'

/** A file of `vectors/`. The vectors were made by another implementation, in another language, from the README alone. */
export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T
}

export interface CodeVectors {
  requests: {
    tenantKey: string
    keyVersion: number
    request: number
    /** Of derivation 2 only. */
    keySalt?: string
    keys: { tag: string; mask: string; security: string }
    codes: ({ serial: number; code: string } & Record<SecurityColumn, string>)[]
  }[]
}

export type SecurityColumn = 'digits12' | 'alnum8' | 'symbols8' | 'digits20' | 'alnum20' | 'symbols20'

export interface WrapVector {
  masterKey: string
  context: string
  key: string
  wrapped: string
}

export interface ReadingVectors {
  request: number
  readings: { text: string; why: string; code?: string; reason?: string }[]
}
