import { randomBytes } from 'node:crypto'
import { type Issue, type Language, languages } from '@timbermark/contract'
import {
  type Cell,
  isBlankCell,
  Names,
  type ReadBy,
  readChoice,
  readText,
  readValue,
  textOf,
} from '@timbermark/contract/reading'
import { fill, type PhraseKey } from '@timbermark/phrases'
import { phrase } from '@timbermark/phrases/all'
import { z } from 'zod'
import { imported } from '../../../entity/common-answers.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { databaseRefusal } from '../../../platform/database/database-refusal.ts'
import { Answer, type Call, timeZoneOf } from '../../../platform/http/http.ts'
import { Refusal, refusalText } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { cellOf } from '../../../platform/workbook/cell.ts'
import type { XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import { cellProblem } from '../../../entity/import-cells.ts'
import { ambiguousReference } from '../../../entity/import-references.ts'
import type { FoundTable, TableColumn } from '../../../entity/table/find-table.ts'
import { Preview, type PreviewColumn } from '../../../entity/table/preview.ts'
import { readImport } from '../../../entity/table/read-import.ts'
import type { TablePreview, TableSource } from '../../../entity/table/table-answer.ts'
import { GrantPower } from '../rights/grants.ts'
import { hashPassword } from '../identity/passwords.ts'
import {
  type ImportKey,
  importKeys,
  type ColumnValues,
  kindOfColumn,
  loadColumnValues,
  requiredKeys,
  multiValueKeys,
  titleOf,
} from './users-exchange.ts'
import { addUser, editUser } from './users-write.ts'
import { word } from '../../../entity/words.ts'

/** Lower than for other imports, because every new user's password is hashed with a slow function. */
const importRowLimit = 500
const maxKilobytes = 500

interface Problem {
  row: number
  column: string
  message: string
}

interface Report {
  rows: number
  created: number
  updated: number
  errors: Problem[]
  source: TableSource
  preview: TablePreview
}

/** Answer of the import: what a check would create, or what a commit created. */
export const importedUsers = imported.extend({
  created: z.int(),
  updated: z.int(),
  passwords: z.array(z.strictObject({ userName: z.string(), password: z.string() })).optional(),
  msg: z.string().optional(),
})

/** Thrown to roll back what a check run wrote. */
class RollBackCheck extends Error {}

/** The columns by which a list of users is found, under their headings in any language. */
const tableColumns = (reader: Language): TableColumn<ImportKey>[] =>
  importKeys.map(key => ({
    key,
    title: titleOf(reader, key),
    headings: languages.map(language => titleOf(language, key)),
    needed: requiredKeys.includes(key) ? key : undefined,
  }))

const previewColumns = (reader: Language): PreviewColumn<ImportKey>[] =>
  importKeys.map(key => ({ key, title: titleOf(reader, key), kind: 'text' }))

/** Commas and semicolons, including the Chinese ones and the enumeration comma. */
const separators = /[,;\uff0c\uff1b\u3001]/

/** Reads a cell of a column with choices as one or several values. */
function parseChoice(
  key: ImportKey,
  cell: Cell,
  { find, choices }: ColumnValues,
  language: Language,
): { value: unknown } | { issue: Issue } {
  const read = readText(cell)
  if ('fault' in read) return { issue: { field: key, ...read.fault } }
  const several = multiValueKeys.includes(key)
  const written = several ? read.value.split(separators).flatMap(one => one.trim() || []) : [read.value]
  const matches = written.map(one => find(one))
  const ambiguous = matches.findIndex(values => values.length > 1)
  if (ambiguous >= 0) {
    const candidates = matches[ambiguous]!.map(id => ({ id: Number(id) }))
    return { issue: ambiguousReference(language, key, written[ambiguous]!, candidates) }
  }
  const wrong = written.find((_, place) => matches[place]!.length === 0)
  if (wrong === undefined) return { value: several ? [...new Set(matches.flat())] : matches[0]![0] }
  const error = key in dictionaryKeys ? 'notOneOf' : 'referenceMissing'
  const separator = phrase(language, 'sheetName.separator')
  const answer = readChoice(textOf(wrong), { names: new Names(), ...choices }, { separator, error })
  return 'fault' in answer ? { issue: { field: key, ...answer.fault } } : answer
}

const dictionaryKeys = { userType: 0, sex: 0, status: 0 }

function bodyOf(
  cells: readonly XlsxValue[],
  keys: readonly (ImportKey | undefined)[],
  columns: Map<ImportKey, ColumnValues>,
  by: ReadBy,
): { body: Row; issues: Issue[] } {
  const body: Row = {}
  const issues: Issue[] = []
  for (const [position, key] of keys.entries()) {
    const cell = cellOf(cells[position])
    if (key === undefined || isBlankCell(cell)) continue
    const choices = columns.get(key)
    if (choices) {
      const parsed = parseChoice(key, cell, choices, by.language)
      if ('issue' in parsed) issues.push(parsed.issue)
      else body[key] = parsed.value
      continue
    }
    const read = readValue(kindOfColumn(key), cell, by)
    if ('fault' in read) issues.push({ field: key, ...read.fault })
    else body[key] = read.value
  }
  return { body, issues }
}

/** The values of a row in words. */
const shownOf = (body: Row, columns: Map<ImportKey, ColumnValues>): Row =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const { labelOf } = columns.get(key as ImportKey) ?? {}
      if (!labelOf) return [key, value]
      return [key, Array.isArray(value) ? value.map(labelOf) : labelOf(value as string | number)]
    }),
  )

/** Generated passwords of new users by account: shown once, usable only to set another one. */
type NewPasswords = Map<string, { password: string; hash: string }>

interface UserSheet {
  table: FoundTable<ImportKey>
  /** Existing users are updated. */
  update: boolean
}

/** Writes the rows of a sheet. @param newPasswords undefined for a check run, which is rolled back */
async function importRows(
  db: Db,
  call: Call,
  { table, update }: UserSheet,
  newPasswords: NewPasswords | undefined,
): Promise<Report & { newAccounts: string[] }> {
  const { language } = call
  const right = 'system:user:import'
  // An import adds and changes users, so its permission implies both, within its data scope.
  const power = (
    newPasswords ? await GrantPower.lock(db, call.actor, right) : await GrantPower.load(db, call.actor)
  ).withImplied(right, ['system:user:add', 'system:user:edit'])
  const { actor } = power
  const columns = await loadColumnValues(db, actor, power, language)
  const { keys } = table
  const preview = new Preview(previewColumns(language), keys)
  const report = {
    rows: table.rows.length,
    created: 0,
    updated: 0,
    errors: [] as Problem[],
    newAccounts: [] as string[],
  }
  const by = { language, timeZone: timeZoneOf(call.request) }
  for (const { row, cells } of table.rows) {
    const { body, issues } = bodyOf(cells, keys, columns, by)
    preview.add(row, cells, shownOf(body, columns))
    const problem = (column: string, message: string) => report.errors.push({ row, column, message })
    const wrong = (issue: Issue) =>
      problem(
        word(language, `system.user.${issue.field}`),
        cellProblem(language, issue, 'system.user', cellOf(cells[keys.indexOf(issue.field as ImportKey)])),
      )
    issues.forEach(wrong)
    if (issues.length === 0) {
      await db.execute(sql`savepoint import_row`)
      try {
        const account = String(body.userName ?? '')
        const existing = update
          ? await db.maybe<{ id: number }>(
              sql`select id from account where tenant_id = ${actor.tenantId} and lower(user_name) = ${account.toLowerCase()}`,
            )
          : undefined
        if (existing) {
          const { userName: _userName, ...changes } = body
          await editUser(db, power, existing.id, { id: existing.id, ...changes })
          report.updated++
        } else {
          await addUser(db, power, body, { generated: newPasswords?.get(account)?.hash })
          report.created++
          report.newAccounts.push(account)
        }
        await db.execute(sql`release savepoint import_row`)
      } catch (error) {
        await db.execute(sql`rollback to savepoint import_row`)
        const refusal = error instanceof Refusal ? error : databaseRefusal(error)
        if (!refusal) throw error
        if (refusal.issues.length === 0) problem('', refusalText(language, refusal.key, refusal.params))
        refusal.issues.forEach(wrong)
      }
    }
    if (report.errors.length >= 200) break
  }
  return { ...report, source: table.source, preview: preview.answer }
}

/** Import of users: checked or committed, all rows or none. @throws Refusal importFailed with the report */
export async function importUsers(call: Call): Promise<unknown> {
  const { services, actor, request, language } = call
  const { fields, find } = await readImport(request, language, {
    accept: ['xlsx', 'xls'],
    kilobytes: maxKilobytes,
    rows: importRowLimit,
  })
  const query = request.query as Record<string, unknown>
  const update = ['1', 'true'].includes(String(fields.updateSupport ?? query.updateSupport ?? '0'))
  const commit = (fields.mode ?? query.mode) === 'commit'
  const sheet: UserSheet = { table: find(tableColumns(language)), update }
  let checked: (Report & { newAccounts: string[] }) | undefined
  try {
    await services.database.withTenant(actor.tenantId, async db => {
      checked = await importRows(db, call, sheet, undefined)
      throw new RollBackCheck()
    })
  } catch (error) {
    if (!(error instanceof RollBackCheck)) throw error
  }
  const { newAccounts, ...report } = checked!
  const failed = new Set(report.errors.map(error => error.row)).size
  if (!commit) return report
  const refuse = (data: Report) =>
    new Refusal('importFailed', { n: new Set(data.errors.map(error => error.row)).size }, { data })
  if (failed > 0) throw refuse(report)
  const newPasswords: NewPasswords = new Map()
  for (const account of newAccounts) {
    const password = randomBytes(9).toString('base64url')
    newPasswords.set(account, { password, hash: await hashPassword(password, 'background') })
  }
  const done = await services.database.withTenant(actor.tenantId, async db => {
    const { newAccounts: _names, ...written } = await importRows(db, call, sheet, newPasswords)
    // Somebody took a name between the check and the commit.
    if (written.errors.length > 0) throw refuse(written)
    return written
  })
  const msg = fill(word(language, 'system.user.imported' satisfies PhraseKey), {
    created: done.created,
    updated: done.updated,
  })
  // In the order of the sheet, for the person who hands them out.
  const passwords = newAccounts.map(userName => ({ userName, password: newPasswords.get(userName)!.password }))
  const data = { ...done, passwords, msg }
  return new Answer(data, { msg })
}
