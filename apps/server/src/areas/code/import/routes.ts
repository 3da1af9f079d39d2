import { type Language, limits } from '@timbermark/contract'
import { imported, importForm, workbook } from '../../../entity/common-answers.ts'
import { z } from 'zod'
import type { ImportProblem } from '../../../entity/import-cells.ts'
import { runImport } from '../../../entity/run-import.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import type { FoundTable } from '../../../entity/table/find-table.ts'
import { withProgress } from '../../../entity/table/progress.ts'
import { readImport } from '../../../entity/table/read-import.ts'
import type { TablePreview, TableSource } from '../../../entity/table/table-answer.ts'
import { word } from '../../../entity/words.ts'
import { type RouteSpec, route, timeZoneOf } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PackingContext } from '../packing/pack.ts'
import { type ColumnKey, tableColumns, templateColumns } from './columns.ts'
import { groupRows, type PackedGroup, packRows } from './pack-rows.ts'
import { parseRows, type OnProgress } from './parse-rows.ts'

const access = { permission: 'code:qr:import' } as const

/** The most refused rows of an answer. Finding each refused row takes several attempts, and nobody reads more. */
const maxRefused = 200

export interface CodeImport {
  rows: number
  /** Packed codes, and those of them that were moved from another parent. */
  codes: number
  moved: number
  packings: PackedGroup[]
  errors: ImportProblem[]
  notes: ImportProblem[]
  /** Whether there may be more problems. */
  more: boolean
  source: TableSource
  preview: TablePreview
}

async function importCodes(
  scene: PackingContext,
  timeZone: string,
  table: FoundTable<ColumnKey>,
  onProgress: OnProgress,
): Promise<CodeImport> {
  const parsed = await parseRows(scene, timeZone, table, onProgress)
  const groups = groupRows(parsed.rows)
  if (groups.length > limits.importPackings) throw new Refusal('code.importPackings', { max: limits.importPackings })
  const refusedRows = new Set(parsed.errors.map(({ row }) => row))
  const validGroups = groups
    .map(rows => rows.filter(({ row }) => !refusedRows.has(row)))
    .filter(rows => rows.length > 0)
  const { packed, errors } = await packRows(scene, validGroups, maxRefused, done =>
    onProgress(table.rows.length + done),
  )
  return {
    rows: parsed.rows.length + refusedRows.size,
    codes: packed.reduce((sum, one) => sum + one.packed, 0),
    moved: packed.reduce((sum, one) => sum + one.repacked, 0),
    packings: packed,
    errors: [...parsed.errors, ...errors].sort((a, b) => a.row - b.row),
    notes: parsed.notes,
    more: errors.length >= maxRefused,
    source: table.source,
    preview: parsed.preview.answer,
  }
}

export const codeImportRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/code/qr/importTemplate',
    access,
    scope: { none: 'the same columns for everybody' },
    summary: 'Import template of codes (xlsx): what each is packed in',
    file: workbook,
    handler: async ({ language }: { language: Language }) =>
      templateAnswer(language, word(language, 'code.import.sheet'), templateColumns(language)),
  }),
  route({
    method: 'POST',
    path: '/code/qr/importData',
    access,
    scope: { tested: 'codes of requests in scope', in: 'apps/server/test/code' },
    summary: 'Import of codes with what they are packed in, by the rules of packing: check or commit, all or nothing',
    upload: 'file',
    form: importForm,
    answer: imported.extend({
      codes: z.int(),
      moved: z.int(),
      packings: z.array(z.strictObject({ row: z.int(), parentCode: z.string(), packed: z.int(), repacked: z.int() })),
      more: z.boolean(),
    }),
    audit: { title: 'code.qr', kind: 'import' },
    handler: async ({ services, actor, request, language }) => {
      const { fields, commit, find } = await readImport(request, language, { plain: true })
      const table = find(tableColumns(language))
      const timeZone = timeZoneOf(request)
      return withProgress(services.database, actor, fields.progress, table.rows.length * 2, onProgress =>
        runImport(services.database, actor.tenantId, commit, db =>
          importCodes(
            { services, db, actor, language, recordedAt: new Date(), permission: 'code:qr:import' },
            timeZone,
            table,
            onProgress,
          ),
        ),
      )
    },
  }),
]
