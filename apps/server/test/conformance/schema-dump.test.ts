import { expect, test } from 'vitest'
import { makeWorld } from '../harness.ts'
import { schemaText } from './schema-text.ts'

/** The resulting schema as text, so that a migration's effect can be reviewed and a stale dump is noticed. */
test('the dump of the schema in the tree is what the migrations make (update it with -u)', async () => {
  const { admin } = await makeWorld()
  const head = '-- The schema that the migrations make. Written by a test; update: npm test -- schema-dump -u'
  await expect(`${head}\n\n${await schemaText(admin)}`).toMatchFileSnapshot('../../schema.sql')
})
