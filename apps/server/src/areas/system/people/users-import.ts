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
import { cellProblem, ambiguousReference as severalMeant } from '../../../entity/exchange.ts'
import { choicesText } from '../../../entity/import-choices.ts'
import { headingOf } from '../../../entity/sheets.ts'
import { otherCell, textCell } from '../../../entity/text-cell.ts'
import { GrantPower } from '../rights/grants.ts'
import { hashPassword } from '../identity/passwords.ts'
import {
  type ImportKey,
  importKeys,
  type Known,
  knownValues,
  neededKeys,
  severalKeys,
  titleOf,
} from './users-exchange.ts'
import { addUser, editUser } from './users-write.ts'
import { word } from '../../../entity/words.ts'

/** Every new user's password is hashed with a slow function, so one import is smaller than others. */
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

/** What the import answers: of a check what would be made, of a commit what was. */
export const importedUsers = imported.extend({
  created: z.int(),
  updated: z.int(),
  passwords: z.array(z.strictObject({ userName: z.string(), password: z.string() })).optional(),
  msg: z.string().optional(),
})

/** Leaves a transaction without keeping what a check run wrote. */
class Undo extends Error {}

/** Which column of the sheet is which field; headings may be in any of the three languages. @throws Refusal importColumns */
function keysOf(table: XlsxTable): (ImportKey | undefined)[] {
  const known = new Map<string, ImportKey>()
  for (const language of languages) for (const key of importKeys) known.set(titleOf(language, key).toLowerCase(), key)
  const keys = table.header.map(title => known.get(headingOf(title) ?? ''))
  const given = keys.filter(key => key !== undefined)
  const unknown = table.header.some((title, position) => title.trim() !== '' && keys[position] === undefined)
  if (unknown || new Set(given).size !== given.length || !neededKeys.every(key => given.includes(key)))
    throw new Refusal('importColumns')
  return keys
}

/** Commas and semicolons, Chinese ones and the enumeration comma too. */
const separators = /[,;\uff0c\uff1b\u3001]/

/** What a cell of a column with choices means: one value, or several. */
function meant(
  key: ImportKey,
  text: string,
  { find, choices }: Known,
  language: Language,
): { value: unknown } | { issue: Issue } {
  const several = severalKeys.includes(key)
  const written = several ? text.split(separators).flatMap(one => one.trim() || []) : [text]
  const found = written.map(one => find(one))
  const unsure = found.findIndex(values => values.length > 1)
  if (unsure >= 0) {
    const meant = found[unsure]!.map(id => ({ id: Number(id) }))
    return { issue: severalMeant(language, key, written[unsure]!, meant) }
  }
  const wrong = written.find((_, place) => found[place]!.length === 0)
  if (wrong === undefined) return { value: several ? [...new Set(found.flat())] : found[0]![0] }
  const error = key in dictionaryKeys ? 'notOneOf' : 'referenceMissing'
  return {
    issue: { field: key, error, params: { said: 'value', value: wrong, choices: choicesText(language, choices) } },
  }
}

const dictionaryKeys = { userType: 0, sex: 0, status: 0 }

function bodyOf(
  cells: XlsxTable['rows'][number],
  keys: readonly (ImportKey | undefined)[],
  known: Map<ImportKey, Known>,
  language: Language,
): { body: Row; issues: Issue[] } {
  const body: Row = {}
  const issues: Issue[] = []
  for (const [position, key] of keys.entries()) {
    const cell = cells[position]
    if (key === undefined || cell === null || cell === undefined || String(cell).trim() === '') continue
    const choices = known.get(key)
    const said = choices ? otherCell(cell) : textCell(cell)
    if ('error' in said) {
      issues.push({ field: key, error: said.error })
      continue
    }
    const { text } = said
    const read = choices ? meant(key, text, choices, language) : { value: text }
    if ('issue' in read) issues.push(read.issue)
    else body[key] = read.value
  }
  return { body, issues }
}

/** Passwords by account, made for new users: told once, good for setting another. */
type Made = Map<string, { password: string; hash: string }>

async function run(
  db: Db,
  call: Call,
  table: XlsxTable,
  keys: readonly (ImportKey | undefined)[],
  update: boolean,
  made: Made | undefined,
): Promise<Report & { newAccounts: string[] }> {
  const { language } = call
  const right = 'system:user:import'
  // An import adds and changes users: its own right stands for both, and so does its data scope.
  const power = (
    made ? await GrantPower.lock(db, call.actor, right) : await GrantPower.load(db, call.actor)
  ).withImplied(right, ['system:user:add', 'system:user:edit'])
  const { actor } = power
  const known = await knownValues(db, actor, power, language)
  const report = {
    rows: table.rows.length,
    created: 0,
    updated: 0,
    errors: [] as Problem[],
    newAccounts: [] as string[],
  }
  for (const [index, cells] of table.rows.entries()) {
    if (cells.every(cell => cell === null || String(cell).trim() === '')) continue
    const { body, issues } = bodyOf(cells, keys, known, language)
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
          const { userName: _kept, ...changes } = body
          await editUser(db, power, existing.id, { id: existing.id, ...changes })
          report.updated++
        } else {
          await addUser(db, power, body, { made: made?.get(account)?.hash })
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
  const keys = keysOf(table)
  let checked: (Report & { newAccounts: string[] }) | undefined
  try {
    await services.database.withTenant(actor.tenantId, async db => {
      checked = await run(db, call, table, keys, update, undefined)
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  const { newAccounts, ...report } = checked!
  const failed = new Set(report.errors.map(error => error.row)).size
  if (!commit) return report
  const refuse = (data: Report) =>
    new Refusal('importFailed', { n: new Set(data.errors.map(error => error.row)).size }, { data })
  if (failed > 0) throw refuse(report)
  const made: Made = new Map()
  for (const account of newAccounts) {
    const password = randomBytes(9).toString('base64url')
    made.set(account, { password, hash: await hashPassword(password, 'background') })
  }
  const done = await services.database.withTenant(actor.tenantId, async db => {
    const { newAccounts: _names, ...written } = await run(db, call, table, keys, update, made)
    // Somebody else took a name between the check and now.
    if (written.errors.length > 0) throw refuse(written)
    return written
  })
  const msg = fill(word(language, 'system.user.imported' satisfies PhraseKey), {
    created: done.created,
    updated: done.updated,
  })
  // In the order of the sheet, which whoever hands them out has beside him.
  const passwords = newAccounts.map(userName => ({ userName, password: made.get(userName)!.password }))
  const data = { ...done, passwords, msg }
  return new Answer(data, { msg })
}
