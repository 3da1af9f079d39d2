import { type Language, limits } from '@timbermark/contract'
import { codeImportProgress } from '@timbermark/contract/calls'
import { imported, importForm, workbook } from '../../../entity/common-answers.ts'
import { z } from 'zod'
import type { ImportProblem } from '../../../entity/exchange.ts'
import { runImport } from '../../../entity/run-import.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { type RouteSpec, route, serve, timeZoneOf } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readXlsx, type XlsxTable } from '../../../platform/workbook/xlsx/xlsx.ts'
import type { Scene } from '../packing/pack.ts'
import { templateColumns } from './columns.ts'
import { groupsOf, type Packed, packRows } from './pack-rows.ts'
import { progressOf, withProgress } from './progress.ts'
import { readRows, type Told } from './read-rows.ts'

const access = { permission: 'code:qr:import' } as const

/** Each row that packing refuses is tried several times: more of them than this nobody reads. */
const mostRefused = 200

export interface CodeImport {
  rows: number
  /** Codes that were packed, and those of them that came out of something else. */
  codes: number
  moved: number
  packings: Packed[]
  errors: ImportProblem[]
  /** There may be more that is wrong. */
  more: boolean
}

async function importCodes(scene: Scene, timeZone: string, sheet: XlsxTable, told: Told): Promise<CodeImport> {
  const read = await readRows(scene, timeZone, sheet, told)
  const groups = groupsOf(read.rows)
  if (groups.length > limits.importPackings) throw new Refusal('code.importPackings', { max: limits.importPackings })
  const wrong = new Set(read.errors.map(({ row }) => row))
  const sound = groups.map(rows => rows.filter(({ row }) => !wrong.has(row))).filter(rows => rows.length > 0)
  const { packed, errors } = await packRows(scene, sound, mostRefused, done => told(sheet.rows.length + done))
  return {
    rows: read.rows.length + wrong.size,
    codes: packed.reduce((sum, one) => sum + one.packed, 0),
    moved: packed.reduce((sum, one) => sum + one.repacked, 0),
    packings: packed,
    errors: [...read.errors, ...errors].sort((a, b) => a.row - b.row),
    more: errors.length >= mostRefused,
  }
}

export const codeImportRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/code/qr/importTemplate',
    access,
    summary: 'Import template of codes (xlsx): what each is packed in',
    file: workbook,
    handler: async ({ language }: { language: Language }) =>
      templateAnswer(language, word(language, 'code.import.sheet'), templateColumns(language)),
  }),
  route({
    method: 'POST',
    path: '/code/qr/importData',
    access,
    summary: 'Import of codes with what they are packed in, by the rules of packing: check or commit, all or nothing',
    upload: 'file',
    form: importForm.extend({
      progress: z.string().optional().describe('Name under which the progress can be asked for'),
    }),
    answer: imported.extend({
      codes: z.int(),
      moved: z.int(),
      packings: z.array(z.strictObject({ row: z.int(), parentCode: z.string(), packed: z.int(), repacked: z.int() })),
      more: z.boolean(),
    }),
    audit: { title: 'code.qr', kind: 'import' },
    handler: async ({ services, actor, request, language }) => {
      const upload = await readUpload(request, limits.importKilobytes * 1024)
      const { mode, progress } = upload.fields
      const sheet = await readXlsx(upload.content, { plain: true })
      const timeZone = timeZoneOf(request)
      return withProgress(services.database, actor, progress, sheet.rows.length * 2, told =>
        runImport(services.database, actor.tenantId, mode === 'commit', db =>
          importCodes(
            { services, db, actor, language, recordedAt: new Date(), right: 'code:qr:import' },
            timeZone,
            sheet,
            told,
          ),
        ),
      )
    },
  }),
  serve(codeImportProgress, async ({ services, actor, params }) =>
    progressOf(services.database, actor, params.name ?? ''),
  ),
]
