import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainPath } from '../../src/areas/tool/summaries.ts'
import { routes } from '../../src/routes.ts'
import { scanRefusals } from '../refusal-scan.ts'

test('the interface docs list the refusals that the sources name (`-u` updates the file)', async () => {
  const refusals = scanRefusals()
  const lines = routes
    .map(({ method, path }) => `${method} ${plainPath(path)}`)
    .sort()
    .flatMap(call => {
      const keys = refusals.get(call) ?? []
      return keys.length > 0 ? [`${call} ${keys.join(' ')}`] : []
    })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../src/areas/tool/refusals.txt'),
  )
})
