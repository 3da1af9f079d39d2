import { expect, test } from 'vitest'
import { makeWorld } from '../harness.ts'
import { schemaText } from './schema-text.ts'

/** The schema as text, so that the effect of a migration can be reviewed. */
test('the dump of the schema in the repository is what the migrations create (-u updates it)', async () => {
  const { admin } = await makeWorld()
  const head = '-- The schema that the migrations make. Written by a test; update: npm test -- schema-dump -u'
  await expect(`${head}\n\n${await schemaText(admin)}`).toMatchFileSnapshot('../../schema.sql')
})
