import { columnOf, type GenContent, languages } from '@timbermark/contract'
import { strToU8, zipSync } from 'fflate'
import { declarationText } from './declaration.ts'
import { entityTestText } from './entity-test.ts'
import { insertionsOf, insertScript } from './insertions.ts'
import { migrationText } from './migration.ts'
import { tableNameOf } from './names.ts'
import { readmeText } from './readme.ts'
import { wordsFile, wordsText } from './words.ts'

/** One generated file, at its place in the repository. */
export interface GeneratedFile {
  path: string
  language: 'ts' | 'sql' | 'md' | 'js'
  text: string
}

/**
 * The files that add a record type by the steps of `docs/add-an-entity.md`.
 * @param content without issues (`check.ts`)
 * @param source the imported table
 * @param migration number of the migration, four digits
 */
export function generatedFiles(
  content: GenContent,
  { source, migration }: { source: { schema: string; table: string }; migration: string },
): GeneratedFile[] {
  const { area, entity, scoped } = content.settings
  const table = tableNameOf(entity)
  const aside = source.schema === 'public' && source.table === table
  const folder = `generated/${area}-${entity}`
  const sqlFile = `${migration}-${entity}.sql`
  const insertions = insertionsOf(content)
  const files: GeneratedFile[] = [
    {
      path: `packages/contract/src/${area}/${entity}.ts`,
      language: 'ts',
      text: declarationText(content, table, columnOf),
    },
    { path: `apps/server/migrations/${sqlFile}`, language: 'sql', text: migrationText(content, table, scoped, aside) },
    ...languages.map(
      (language): GeneratedFile => ({
        path: `packages/phrases/src/${language}/${wordsFile(content)}.ts`,
        language: 'ts',
        text: wordsText(content, language),
      }),
    ),
    { path: `apps/server/test/${area}/${entity}.test.ts`, language: 'ts', text: entityTestText(content, table) },
    { path: `${folder}/insertions.json`, language: 'js', text: `${JSON.stringify(insertions, null, 2)}\n` },
    { path: `${folder}/insert.mjs`, language: 'js', text: insertScript },
  ]
  const readme = readmeText(content, {
    table,
    source: `${source.schema}.${source.table}`,
    folder,
    migration: sqlFile,
    paths: files.map(file => file.path),
    insertions,
    aside,
  })
  return [{ path: `${folder}/README.md`, language: 'md', text: readme }, ...files]
}

/** The files as a zip. */
export function zipped(files: readonly GeneratedFile[]): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)]))))
}
