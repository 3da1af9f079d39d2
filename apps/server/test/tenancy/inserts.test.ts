import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shared } from './tables.ts'

/**
 * Inserts into tables of tenants are VALUES: a distributed database sends them to the shard of their tenant. What an insert
 * selects it would copy, which row security forbids there, unless it selects from the same tenant's rows and takes the
 * tenant from them.
 */
const source = join(import.meta.dirname, '../../src')

/** `file: table` of inserts that select, each with its reason. */
const selecting: Readonly<Record<string, string>> = {
  'areas/certification/current-ranges.ts: certification':
    'replaces rows by their pieces, and copies facts of the request, in one statement',
  'areas/code/directory/range-facts.ts: named by code':
    'replaces rows by their pieces in the statement that deletes them',
  'areas/evidence/document-versions.ts: document_version': 'copies the row as JSON of the database, of any columns',
  'areas/news/count-click.ts: article_reader':
    'the platform’s rows only: counts a reader in the statement that records them',
  'areas/stage/record/next-version.ts: stage_record': 'copies a row to the microsecond, as the next version',
  'areas/stage/record/next-version.ts: stage_record_code': 'copies the ranges of a record to its next version',
  'areas/stage/template/templates.ts: stage_template': 'shared by tenants: a copy of it is on every machine',
  'areas/stage/report/totals.ts: stage_total': 'sums of the tenant’s own rows',
  'areas/stats/report/recount.ts: stage_change': 'marks all batches of an enterprise, of any number',
  'areas/stats/rollups/roll-up-days.ts: visit_count': 'sums of the tenant’s own rows',
  'areas/stats/rollups/roll-up-days.ts: visit_place': 'sums of the tenant’s own rows',
  'areas/stats/rollups/roll-up-stages.ts: stage_step': 'sums of the tenant’s own rows',
  'areas/stats/rollups/roll-up-stages.ts: stage_sum': 'sums of the tenant’s own rows',
  'areas/stats/rollups/roll-up-stages.ts: stage_time': 'sums of the tenant’s own rows',
  'areas/stats/rollups/schedule-rollups.ts: visit_day': 'by the worker, for all tenants together',
  'areas/trace/visits/dirty-days.ts: visit_day': 'by the worker, visits of several tenants together',
  'areas/trace/visits/late-places.ts: scan_day': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-checks.ts: check_log': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-checks.ts: code_stat': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-checks.ts: scan_day': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-scans.ts: code_stat': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-scans.ts: scan_day': 'by the worker, visits of several tenants together',
  'areas/trace/visits/write-scans.ts: scan_log': 'by the worker, visits of several tenants together',
  'platform/files/files.ts: file_showing': 'of the tenant’s own rows, with their tenant',
  'platform/http/idempotency-keys.ts: idempotency': 'writes the key only when another part of the statement wrote',
  'seed/territories.ts: territory': 'the demonstration',
  'seed/visits.ts: code_stat': 'the demonstration',
  'seed/visits.ts: scan_day': 'the demonstration',
  'seed/visits.ts: visit_day': 'the demonstration',
}

/** Tables of which each row belongs to one tenant, by the dump of the schema. */
function tenantTables(): ReadonlySet<string> {
  const dump = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
  const tables = dump
    .split(/^(?=table )/m)
    .filter(block => block.startsWith('table ') && /^ {2}tenant_id /m.test(block))
  return new Set(tables.map(block => /^table (\S+)/.exec(block)![1]!).filter(table => !shared.has(table)))
}

/** Where the parenthesis that begins a text ends; 0 for a text that begins otherwise. */
function endOfParenthesis(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth === 0) return text[at] === ')' ? at + 1 : 0
  }
  return 0
}

/** Tables into which a text inserts what it selects; a table that code names is always one of tenants. */
function selectingInserts(text: string, tables: ReadonlySet<string>): string[] {
  const inserts = [...text.matchAll(/\binsert into\s+(\$\{[^}]*\}|[a-z_]+)\s*(?:as [a-z_]+\s*)?/gi)]
  return inserts.flatMap(({ 0: whole, 1: table, index }) => {
    const name = table!.startsWith('$') ? 'named by code' : table!
    if (name === table && !tables.has(table)) return []
    const columns = text.slice(index + whole.length)
    const what = columns.slice(endOfParenthesis(columns)).trimStart()
    return /^(overriding [a-z]+ value\s+)?(values|default)\b/i.test(what) ? [] : [name]
  })
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

test('rows of tenants are inserted by VALUES', () => {
  const tables = tenantTables()
  expect(tables.size).toBeGreaterThan(80)
  const inserts = new Set(
    files.flatMap(file =>
      selectingInserts(readFileSync(join(source, file), 'utf8'), tables).map(table => `${file}: ${table}`),
    ),
  )
  expect({
    unexplained: [...inserts].filter(insert => !(insert in selecting)),
    outlived: Object.keys(selecting).filter(insert => !inserts.has(insert)),
  }).toEqual({ unexplained: [], outlived: [] })
})

describe('an insert', () => {
  const tables = new Set(['batch', 'scan_day'])
  test.each([
    ['insert into batch (tenant_id, name) values ($1, $2)', []],
    ['insert into article (tenant_id, name) select 1, name from article', []],
    ['insert into batch (tenant_id, name) select $1, name from unnest($2::text[]) name', ['batch']],
    ['with x as (select 1) insert into scan_day as d (tenant_id, n) select 1, n from x', ['scan_day']],
    ['insert into batch (tenant_id, name) (select 1, 2)', ['batch']],
    [`insert into \${identifier(table)} (\${join(columns.map(c => identifier(c(1))))}) values (1)`, []],
    [`insert into \${identifier(table)} (tenant_id, \${join(columns)}) select 1`, ['named by code']],
    [`insert into batch (\${columns}) select 1`, ['batch']],
    ['insert into batch (tenant_id, name) with x as (select 1) select 1 from x', ['batch']],
  ])('%s', (text, expected) => expect(selectingInserts(text, tables)).toEqual(expected))
})
