import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/index.ts'
import { type AnyEntity, entities, keyOf } from '../src/index.ts'

const source = join(import.meta.dirname, '../src')
const registered: readonly AnyEntity[] = entities

/** Entities that no generic route, screen or conformance test may take for a plain record: key, and why. */
const apart: Readonly<Record<string, string>> = {
  'monitor/operlog':
    'read by routes of its own; registered, the menu editor would offer a second, generic screen for it',
  'monitor/logininfor': 'as the operation log',
}

/** Every entity that some file of the contract declares. */
async function declared(): Promise<AnyEntity[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    path => /\.ts$/.test(path) && /= defineEntity\(/.test(readFileSync(join(source, path), 'utf8')),
  )
  const modules = await Promise.all(files.map(path => import(pathToFileURL(join(source, path)).href)))
  return modules.flatMap(module =>
    Object.values<AnyEntity>(module).filter(value => Array.isArray(value?.operations) && value.fields !== undefined),
  )
}

describe('the lists that are kept beside the entities', () => {
  test('the registry holds every declared entity, but those that stand apart for a reason', async () => {
    const missing = (await declared()).filter(entity => !registered.includes(entity)).map(keyOf)
    expect(missing.sort()).toEqual(Object.keys(apart).sort())
  })

  test('the package exports every declared entity', async () => {
    const exported = new Set<unknown>(Object.values(contract))
    const all = await declared()
    expect(all.length).toBeGreaterThanOrEqual(registered.length)
    expect(all.filter(entity => !exported.has(entity)).map(keyOf)).toEqual([])
  })

  test('no two entities share a key', () => {
    const keys = registered.map(keyOf)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })
})
