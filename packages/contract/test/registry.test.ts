import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/index.ts'
import { type AnyEntity, entities, keyOf, type Listed, views } from '../src/index.ts'

const source = join(import.meta.dirname, '../src')
const registered: readonly AnyEntity[] = entities

const viewsRegistered: readonly Listed[] = views

/** Everything that some file of the contract declares with this word. */
async function declaredBy(word: 'defineEntity' | 'defineView'): Promise<Listed[]> {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    path => /\.ts$/.test(path) && readFileSync(join(source, path), 'utf8').includes(`= ${word}(`),
  )
  const modules = await Promise.all(files.map(path => import(pathToFileURL(join(source, path)).href)))
  const isStored = (value: Listed) => 'tenancy' in value
  return [
    ...new Set(
      modules.flatMap(module =>
        Object.values<Listed>(module).filter(
          value =>
            Array.isArray(value?.operations) &&
            value.fields !== undefined &&
            isStored(value) === (word === 'defineEntity'),
        ),
      ),
    ),
  ]
}

describe('the lists that are kept beside the entities', () => {
  test('the registry holds every declared entity, and the list of views every view', async () => {
    expect((await declaredBy('defineEntity')).filter(entity => !registered.includes(entity as AnyEntity))).toEqual([])
    expect((await declaredBy('defineView')).filter(view => !viewsRegistered.includes(view))).toEqual([])
  })

  test('the package exports every declared entity and view', async () => {
    const exported = new Set<unknown>(Object.values(contract))
    const all = [...(await declaredBy('defineEntity')), ...(await declaredBy('defineView'))]
    expect(all.length).toBeGreaterThanOrEqual(registered.length + viewsRegistered.length)
    expect(all.filter(entity => !exported.has(entity)).map(keyOf)).toEqual([])
  })

  test.each([{ list: registered as readonly Listed[] }, { list: viewsRegistered }])(
    'no two share a key',
    ({ list }) => {
      const keys = list.map(keyOf)
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    },
  )
})
