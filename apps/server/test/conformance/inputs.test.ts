import { type AnyEntity, entities, isFilesKind, keyOf, type Kind, type Language, user } from '@timbermark/contract'
import { type ReadBy, type ReadableValue, readValue, textOf } from '@timbermark/contract/reading'
import { stages } from '@timbermark/contract/stages'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Line, readTable, tableLanguages, timeZones } from '../../../../packages/contract/test/reading/table.ts'
import { kindOfColumn as kindOfPackingColumn, neededColumns } from '../../src/areas/code/import/columns.ts'
import { columnChoices, type ReportColumn, reportColumns } from '../../src/areas/stage/report/columns.ts'
import { parseCell } from '../../src/areas/stage/report/parse-cell.ts'
import { importKeys, kindOfColumn as kindOfUserColumn } from '../../src/areas/system/people/users-exchange.ts'
import { choicesOf } from '../../src/entity/import-choices.ts'
import { CellReader } from '../../src/entity/import-cells.ts'
import { importColumns } from '../../src/entity/table/entity-columns.ts'
import type { Actor } from '../../src/platform/actor.ts'
import { makeWorld, type World } from '../harness.ts'

/**
 * Every column of every list is read by the table of kinds and inputs (packages/contract/test/reading/inputs.md): a value
 * becomes what the table says unless the field's own bounds refuse it, and what the table refuses is refused. A column whose
 * kind the table does not have fails.
 */
let world: World
let actor: Actor
const lines = readTable()

type Outcome = { value: ReadableValue } | { fault: { error: string; params?: Record<string, unknown> } }
type Read = (line: Line, by: ReadBy) => Outcome | Promise<Outcome>

/** Refusals of a field's own rules, for values that its kind takes. */
const ownRules = [
  'tooSmall',
  'tooLarge',
  'tooLong',
  'tooShort',
  'pattern',
  'inFuture',
  'notInteger',
  'notUrl',
  'privateAddress',
]

/** The table of a kind; undefined for kinds whose values are the choices of a list, which have a table of their own here. */
function tableOf(kind: Kind): string | undefined {
  switch (kind.kind) {
    case 'text':
      return (
        ({ notPhone: 'phone', notMobile: 'mobile', notEmail: 'e-mail' } as Record<string, string>)[
          kind.patternError ?? ''
        ] ?? 'text'
      )
    case 'integer':
      return 'integer'
    case 'decimal':
      return 'number'
    case 'date':
      return 'day'
    case 'datetime':
      return 'moment'
    case 'timeZone':
      return 'time zone'
    case 'country':
    case 'coordinates':
      return kind.kind
    case 'dict':
      return kind.dict === 'tree_species' ? 'species' : undefined
    case 'choice':
    case 'flag':
    case 'ref':
      return undefined
    default:
      throw new Error(`The table has no kind ${kind.kind}`)
  }
}

/** What is wrong with the answer to a line; undefined when it is as the table says. */
function judge(kind: Kind, line: Line, language: Language, outcome: Outcome): string | undefined {
  const [expected = ''] = line.expected[language].split(/ \((?:number|day|hour|unit|twice)\)$/)
  const outcomeText =
    'fault' in outcome ? `! ${outcome.fault.error} ${outcome.fault.params?.said ?? ''}`.trim() : String(outcome.value)
  const answer = `${line.input} (${language}) gives ${outcomeText}, the table says ${expected}`
  if (expected.startsWith('!')) {
    // A unit is right in a column of that unit, and bounds decide between two meanings.
    if (/ (noUnit|ambiguous)$/.test(expected) && (kind.kind === 'decimal' || kind.kind === 'integer')) return undefined
    if (expected === '! tooLong' && 'max' in kind && (kind.max ?? 0) >= 10_000) return undefined
    return 'fault' in outcome ? undefined : answer
  }
  if ('fault' in outcome)
    return ownRules.includes(outcome.fault.error) || isOwnNumber(outcome, kind) ? undefined : answer
  const value = Array.isArray(outcome.value) ? outcome.value.join(' ') : outcome.value
  return String(value) === (kind.kind === 'integer' ? String(Number(expected)) : expected) ||
    (kind.kind === 'integer' && String(value) === expected)
    ? undefined
    : answer
}

/** More decimal places than the field takes. */
const isOwnNumber = ({ fault }: { fault: { error: string; params?: Record<string, unknown> } }, kind: Kind) =>
  kind.kind === 'decimal' && kind.digits !== undefined && fault.error === 'notNumber' && fault.params === undefined

async function walk(kind: Kind, table: string, read: Read): Promise<string[]> {
  const wrong: string[] = []
  for (const line of lines)
    if (line.kind === table && !line.since1904)
      for (const language of tableLanguages) {
        const problem = judge(kind, line, language, await read(line, { language, timeZone: timeZones[language] }))
        if (problem) wrong.push(problem)
      }
  return wrong
}

beforeAll(async () => {
  world = await makeWorld()
  const caller = await world.signIn(await world.makeTenant('INPUTS'), ['enterpriseAdmin'])
  actor = {
    tenantId: caller.tenantId,
    accountId: caller.accountId,
    superAdmin: true,
    grants: [],
    userType: 1,
    deptId: null,
    permissions: new Set(['*:*:*']),
  } as never
})

/** Choices and references have values of their own: each refuses what is none, and an error of a formula. */
async function walkChoice(read: Read): Promise<string[]> {
  const wrong: string[] = []
  const by = { language: 'en', timeZone: 'UTC' } as const
  for (const line of lines.filter(
    ({ kind, input }) => kind === 'country' && ['Atlantis', 'error #N/A', '🇬🇦'].includes(input),
  )) {
    const outcome = await read(line, by)
    if (!('fault' in outcome)) wrong.push(`${line.input} gives ${String(outcome.value)}`)
    else if (outcome.fault.params?.value === undefined)
      wrong.push(`${line.input} is not repeated by ${outcome.fault.error}`)
  }
  return wrong
}

describe('every column of the import of entities', () => {
  const imports = (entities as readonly AnyEntity[]).filter(({ operations }) => operations.includes('import'))
  test.each(imports.map(entity => [keyOf(entity), entity] as const))('%s', async (_key, entity) => {
    const columns = importColumns(entity, 'en').filter(({ key }) => key in entity.fields)
    expect(columns.length).toBeGreaterThan(0)
    const wrong = await world.services.database.withTenant(actor.tenantId, async db => {
      const readers = new Map<Language, CellReader>()
      for (const language of tableLanguages)
        readers.set(
          language,
          await CellReader.load(
            db,
            entity,
            actor,
            { language, timeZone: timeZones[language] },
            {
              columns: columns.map(({ key }) => key),
              rows: [],
            },
          ),
        )
      const problemsFound: string[] = []
      for (const { key } of columns) {
        const kind = entity.fields[key] as Kind
        const read: Read = async (line, by) => {
          const answer = await readers.get(by.language)!.read(key, line.cell)
          return 'issue' in answer ? { fault: answer.issue } : answer
        }
        const table = tableOf(kind)
        const problems = await (table ? walk(kind, table, read) : walkChoice(read))
        // Every offered choice is read again.
        const offered = (await choicesOf(db, entity, actor, 'fr', [key])).get(key)?.labels ?? []
        for (const label of kind.kind === 'ref' ? [] : offered) {
          const answer = await readers.get('fr')!.read(key, textOf(label.toUpperCase()))
          if ('issue' in answer) problems.push(`${label} gives ${answer.issue.error}`)
        }
        problemsFound.push(...problems.map(one => `${key}: ${one}`))
      }
      return problemsFound
    })
    expect(wrong).toEqual([])
  })
})

test.each(stages.map(stage => [stage.key, stage] as const))(
  'every column of a list of reports: %s',
  async (_key, stage) => {
    const columns = reportColumns(stage, [])
    const wrong = await world.services.database.withTenant(actor.tenantId, async db => {
      const choices = new Map<Language, Awaited<ReturnType<typeof columnChoices>>>()
      for (const language of tableLanguages) choices.set(language, await columnChoices(db, columns, language))
      const problemsFound: string[] = []
      for (const column of columns) {
        const read: Read = (line, by) =>
          parseCell(column, line.cell, by, { choices: choices.get(by.language)!.get(column.key), separator: ', ' })
        const table = column.axis ?? tableOf(column.kind)
        const problems = await (table ? walk(column.kind, table, read) : walkChoice(read))
        problemsFound.push(...problems.map(one => `${column.key}: ${one}`))
      }
      return problemsFound
    })
    expect(wrong).toEqual([])
  },
)

test('every column of the lists of packing and of users has a kind that the table knows', async () => {
  const wrong: string[] = []
  for (const [key, kind] of [
    ...neededColumns.map(column => [column, kindOfPackingColumn(column)] as const),
    ...importKeys.map(column => [column, kindOfUserColumn(column)] as const),
  ]) {
    const table = tableOf(kind)
    if (table)
      wrong.push(
        ...(await walk(kind, table, (line, by) => readValue(kind, line.cell, by))).map(one => `${key}: ${one}`),
      )
  }
  expect(wrong).toEqual([])
})

test('every field of every form has a kind that the table knows', () => {
  for (const entity of [...(entities as readonly AnyEntity[]), user as AnyEntity])
    for (const field of Object.values(entity.fields))
      if (!isFilesKind(field) && field.kind !== 'richText') expect(() => tableOf(field as Kind)).not.toThrow()
  for (const column of stages.flatMap((stage): ReportColumn[] => reportColumns(stage, [])))
    expect(() => tableOf(column.kind)).not.toThrow()
})
