import { randomBytes } from 'node:crypto'
import { type Issue, type Language, languages } from '@timbermark/contract'
import { fill, type PhraseKey } from '@timbermark/phrases'
import { z } from 'zod'
import { imported } from '../../../entity/common-answers.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { databaseRefusal } from '../../../platform/database/database-refusal.ts'
import { Answer, type Call } from '../../../platform/http/http.ts'
import { Refusal, refusalText } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { readXlsx, type XlsxTable } from '../../../platform/workbook/xlsx/xlsx.ts'
import { cellProblem, ambiguousReference } from '../../../entity/exchange.ts'
import { choicesText } from '../../../entity/import-choices.ts'
import { headingOf } from '../../../entity/sheets.ts'
import { otherCell, textCell } from '../../../entity/text-cell.ts'
import { GrantPower } from '../rights/grants.ts'
import { hashPassword } from '../identity/passwords.ts'
import {
  type ImportKey,
  importKeys,
  type ColumnValues,
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

/** Maps the columns of the sheet to fields; headings may be in any language. @throws Refusal importColumns */
function keysOf(table: XlsxTable): (ImportKey | undefined)[] {
  const keyByTitle = new Map<string, ImportKey>()
  for (const language of languages)
    for (const key of importKeys) keyByTitle.set(titleOf(language, key).toLowerCase(), key)
  const keys = table.header.map(title => keyByTitle.get(headingOf(title) ?? ''))
  const present = keys.filter(key => key !== undefined)
  const unknown = table.header.some((title, position) => title.trim() !== '' && keys[position] === undefined)
  if (unknown || new Set(present).size !== present.length || !requiredKeys.every(key => present.includes(key)))
    throw new Refusal('importColumns')
  return keys
}

/** Commas and semicolons, including the Chinese ones and the enumeration comma. */
const separators = /[,;\uff0c\uff1b\u3001]/

/** Parses a cell of a column with choices into one or several values. */
function parseChoice(
  key: ImportKey,
  text: string,
  { find, choices }: ColumnValues,
  language: Language,
): { value: unknown } | { issue: Issue } {
  const several = multiValueKeys.includes(key)
  const written = several ? text.split(separators).flatMap(one => one.trim() || []) : [text]
  const matches = written.map(one => find(one))
  const ambiguous = matches.findIndex(values => values.length > 1)
  if (ambiguous >= 0) {
    const candidates = matches[ambiguous]!.map(id => ({ id: Number(id) }))
    return { issue: ambiguousReference(language, key, written[ambiguous]!, candidates) }
  }
  const wrong = written.find((_, place) => matches[place]!.length === 0)
  if (wrong === undefined) return { value: several ? [...new Set(matches.flat())] : matches[0]![0] }
  const error = key in dictionaryKeys ? 'notOneOf' : 'referenceMissing'
  return {
    issue: { field: key, error, params: { said: 'value', value: wrong, choices: choicesText(language, choices) } },
  }
}

const dictionaryKeys = { userType: 0, sex: 0, status: 0 }

function bodyOf(
  cells: XlsxTable['rows'][number],
  keys: readonly (ImportKey | undefined)[],
  columns: Map<ImportKey, ColumnValues>,
  language: Language,
): { body: Row; issues: Issue[] } {
  const body: Row = {}
  const issues: Issue[] = []
  for (const [position, key] of keys.entries()) {
    const cell = cells[position]
    if (key === undefined || cell === null || cell === undefined || String(cell).trim() === '') continue
    const choices = columns.get(key)
    const cellText = choices ? otherCell(cell) : textCell(cell)
    if ('error' in cellText) {
      issues.push({ field: key, error: cellText.error })
      continue
    }
    const { text } = cellText
    const parsed = choices ? parseChoice(key, text, choices, language) : { value: text }
    if ('issue' in parsed) issues.push(parsed.issue)
    else body[key] = parsed.value
  }
  return { body, issues }
}

/** Generated passwords of new users by account: shown once, usable only to set another one. */
type NewPasswords = Map<string, { password: string; hash: string }>

interface UserSheet {
  table: XlsxTable
  /** Field of each column. */
  keys: readonly (ImportKey | undefined)[]
  /** Existing users are updated. */
  update: boolean
}

/** Writes the rows of a sheet. @param newPasswords undefined for a check run, which is rolled back */
async function importRows(
  db: Db,
  call: Call,
  { table, keys, update }: UserSheet,
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
  const report = {
    rows: table.rows.length,
    created: 0,
    updated: 0,
    errors: [] as Problem[],
    newAccounts: [] as string[],
  }
  for (const [index, cells] of table.rows.entries()) {
    if (cells.every(cell => cell === null || String(cell).trim() === '')) continue
    const { body, issues } = bodyOf(cells, keys, columns, language)
    const problem = (column: string, message: string) => report.errors.push({ row: index + 2, column, message })
    const wrong = (issue: Issue) =>
      problem(
        word(language, `system.user.${issue.field}`),
        cellProblem(language, issue, 'system.user', cells[keys.indexOf(issue.field as ImportKey)]),
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
  return report
}

/** Import of users: checked or committed, all rows or none. @throws Refusal importFailed with the report */
export async function importUsers(call: Call): Promise<unknown> {
  const { services, actor, request, language } = call
  const upload = await readUpload(request, maxKilobytes * 1024)
  const query = request.query as Record<string, unknown>
  const update = ['1', 'true'].includes(String(upload.fields.updateSupport ?? query.updateSupport ?? '0'))
  const commit = (upload.fields.mode ?? query.mode) === 'commit'
  const table = await readXlsx(upload.content, { accept: ['xlsx', 'xls'], kilobytes: maxKilobytes })
  if (table.rows.length > importRowLimit) throw new Refusal('importRows', { max: importRowLimit })
  const sheet: UserSheet = { table, keys: keysOf(table), update }
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
