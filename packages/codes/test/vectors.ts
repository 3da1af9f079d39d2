import { readFileSync } from 'node:fs'

/** Reads a file of `vectors/`. Another implementation, in another language, made the vectors from FORMAT.md alone. */
export function vectors<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8')) as T
}

export interface CodeVectors {
  requests: {
    tenantKey: string
    keyVersion: number
    request: number
    /** Only for derivation 2. */
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
