import { certificationStates, codeLevels, type ErrorKey, labelStates } from '@timbermark/contract'
import { joinedQueryValues, type ListQuery, queryValue } from '../../../entity/list-query.ts'
import { parseWholeNumber, type Reader } from '../../../entity/read-rows.ts'
import { allOf, identifier, join, type Sql, sql } from '../../../platform/database/sql.ts'
import { invalid } from '../../../platform/refusal.ts'
import { requestScope } from '../directory/codes-in-scope.ts'
import { hasCodes } from '../directory/parse-codes.ts'

/** Something that holds of some codes. The searched requests are `q` (`withRequests`). */
interface CodeFact {
  /** Whether the fact must hold, or must not. */
  holds: boolean
  /** Selects `request_number` and `serials`; the ranges of one request never overlap. */
  ranges: Sql
}

/** What a query asks for: codes of these requests `r` of batches `b`, with these facts. */
export interface CodeSearch {
  tenantId: number
  requests: Sql
  facts: readonly CodeFact[]
}

const ofRequests = sql`f.request_number in (select request_number from q)`

/** Facts of which a code has at most one current one, by a table of ranges. */
const currentFact = (table: Sql, tenantId: number) => sql`
  select f.request_number, f.serials from ${table} f where f.tenant_id = ${tenantId} and f.current and ${ofRequests}`

/** Recalled codes, and all codes of recalled batches. */
const recalled = (tenantId: number): Sql => sql`
  select q.request_number, int4range(0, q.count) as serials from q where q.batch_id in (
    select c.batch_id from recall c where c.tenant_id = ${tenantId} and c.status = 'standing' and c.batch_id is not null)
  union all
  select f.request_number, f.serials from recalled_code f join q on q.request_number = f.request_number
  where f.tenant_id = ${tenantId} and f.current and q.batch_id not in (
    select c.batch_id from recall c where c.tenant_id = ${tenantId} and c.status = 'standing' and c.batch_id is not null)`

const scanned = (tenantId: number): Sql => sql`
  select f.request_number, int4range(f.serial, f.serial + 1) as serials from code_stat f
  where f.tenant_id = ${tenantId} and f.scans > 0 and ${ofRequests}`

/** The fact that a code is in one of the chosen states. Codes in no row of the table are in the initial one. */
function stateFact(table: Sql, tenantId: number, initial: string, chosen: readonly string[]): CodeFact {
  const rows = sql`select f.request_number, f.serials from ${table} f where f.tenant_id = ${tenantId} and ${ofRequests}`
  return chosen.includes(initial)
    ? { holds: false, ranges: sql`${rows} and f.state <> all(${[...chosen]})` }
    : { holds: true, ranges: sql`${rows} and f.state = any(${[...chosen]})` }
}

const wrong = (field: string, error: ErrorKey) => invalid([{ field, error }])

function flagOf(query: ListQuery, key: string): boolean | undefined {
  const value = queryValue(query, key)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw wrong(key, 'notOneOf')
  return value === 'true'
}

function choicesOf(query: ListQuery, key: string, options: readonly string[]): string[] | undefined {
  const chosen = joinedQueryValues(query, key)?.split(',')
  if (chosen?.some(value => !options.includes(value))) throw wrong(key, 'notOneOf')
  return chosen
}

/** The facts that a query demands, apart from the code itself. */
function factsOf(tenantId: number, query: ListQuery): CodeFact[] {
  const facts: CodeFact[] = []
  const states = choicesOf(query, 'state', labelStates.values)
  if (states) facts.push(stateFact(sql`label_state`, tenantId, labelStates.initial, states))
  const certification = choicesOf(query, 'certification', certificationStates.values)
  if (certification) facts.push(stateFact(sql`certification`, tenantId, certificationStates.initial, certification))
  const ranges = {
    packed: currentFact(sql`code_link`, tenantId),
    assigned: currentFact(sql`code_assignment`, tenantId),
    recalled: recalled(tenantId),
    scanned: scanned(tenantId),
  }
  for (const [key, statement] of Object.entries(ranges)) {
    const holds = flagOf(query, key)
    if (holds !== undefined) facts.push({ holds, ranges: statement })
  }
  return facts
}

/** Conditions on the requests `r`. */
function requestConditions(query: ListQuery): Sql[] {
  const columns = { requestId: sql`r.id`, batchId: sql`r.batch_id`, productId: sql`b.product_id` }
  const conditions = Object.entries(columns).flatMap(([key, column]) => {
    const value = queryValue(query, key)
    return value === undefined ? [] : [sql`${column} = ${parseWholeNumber(key, value)}`]
  })
  const types = choicesOf(query, 'codeType', Object.keys(codeLevels))
  if (types) conditions.push(sql`r.code_type = any(${types})`)
  return conditions
}

/**
 * Parses a query of the list. A code is found whatever surrounds it; one that does not exist finds nothing.
 * @throws Refusal invalid
 */
export async function parseCodeSearch(
  { services, actor }: Pick<Reader, 'services' | 'actor'>,
  verb: 'list' | 'export',
  query: ListQuery,
): Promise<CodeSearch> {
  const { tenantId } = actor
  if ((queryValue(query, 'orderBy') ?? queryValue(query, 'orderByColumn')) !== undefined)
    throw wrong('orderBy', 'notOneOf')
  const facts = factsOf(tenantId, query)
  const conditions = [
    sql`r.tenant_id = ${tenantId} and r.status in ('completed', 'downloaded')`,
    requestScope(actor, `code:by-state:${verb}`),
    ...requestConditions(query),
  ]
  const text = queryValue(query, 'code')
  if (text !== undefined) {
    const opened = await services.directory.openFor(tenantId, text)
    const isOwn = opened.known && opened.entry.tenantId === tenantId && hasCodes(opened.entry)
    const [request, serial] = isOwn ? [opened.entry.requestNumber, opened.serial] : [0, 0]
    conditions.push(isOwn ? sql`r.request_number = ${request}` : sql`false`)
    facts.push({
      holds: true,
      ranges: sql`select ${request}::int as request_number, int4range(${serial}::int, ${serial}::int + 1) as serials`,
    })
  }
  return { tenantId, requests: allOf(conditions), facts }
}

/** The common table `q` of the searched requests, as far as `more` holds for them. */
export const withRequests = ({ tenantId, requests }: CodeSearch, more: Sql = sql`true`): Sql => sql`
  q as materialized (
    select r.request_number, r.count, r.batch_id
    from code_request r join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    where ${requests} and ${more})`

/** A join of each fact's ranges to the requests `q`, aggregated as `m` of `f0`, `f1` and so on. */
const factJoins = (facts: readonly CodeFact[], aggregate: Sql): Sql =>
  join(
    facts.map(
      (
        { ranges },
        n,
      ) => sql`left join (select x.request_number, ${aggregate} as m from (${ranges}) x group by 1) ${alias(n)}
        on ${alias(n)}.request_number = q.request_number`,
    ),
    ' ',
  )

const alias = (n: number): Sql => identifier(`f${n}`)

/** The codes of each request of `q` with all facts, as a multirange `codes`. */
export function matchingRanges({ facts }: CodeSearch): Sql {
  const none = sql`'{}'::int4multirange`
  const all = sql`int4multirange(int4range(0, q.count))`
  const places = facts.map(({ holds }, n) => ({ holds, m: sql`coalesce(${alias(n)}.m, ${none})` }))
  const parts = [
    all,
    ...places.filter(({ holds }) => holds).map(({ m }) => sql`* ${m}`),
    ...places.filter(({ holds }) => !holds).map(({ m }) => sql`- ${m}`),
  ]
  return sql`
    select q.request_number, ${join(parts, ' ')} as codes from q
    ${facts.length > 0 ? factJoins(facts, sql`range_agg(x.serials)`) : sql``}`
}

/** How many codes of each request of `q` have all facts, as `n`. */
export function matchingCounts(search: CodeSearch): Sql {
  const { facts } = search
  const [fact] = facts
  if (!fact) return sql`select q.request_number, q.count::bigint as n from q`
  // `offset 0`: the sum is computed once, though its value is compared and answered.
  if (facts.length > 1)
    return sql`
      select c.request_number, (
        select coalesce(sum(upper(p) - lower(p)), 0)::bigint from unnest(c.codes) p) as n
      from (${matchingRanges(search)}) c offset 0`
  // The ranges of one fact do not overlap: their lengths are summed without being merged.
  const count = fact.holds ? sql`coalesce(f0.m, 0)` : sql`q.count - coalesce(f0.m, 0)`
  return sql`
    select q.request_number, ${count} as n from q
    ${factJoins(facts, sql`sum(upper(x.serials) - lower(x.serials))`)}`
}
