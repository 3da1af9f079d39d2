/**
 * Parses a statement as far as one question needs: is each table of tenants in it compared with a tenant by a parameter,
 * in joins, lateral and correlated queries too? An equality with another table is not enough: a distributed database
 * does not follow it everywhere. It knows the SQL of this server, not all SQL: conditions are taken as joined by AND.
 */

/** One query: its tables by alias. */
interface Scope {
  outer: Scope | undefined
  tables: Map<string, { table: string; column: string; written?: boolean }>
}

type Token = string

const keywords = new Set(
  'as on where set values using left right inner full cross join group order limit offset returning for union intersect except having when select default do with natural window tablesample'.split(
    ' ',
  ),
)
const listEnds = new Set(
  'where group order limit offset returning set values for union intersect except having window on do'.split(' '),
)

function tokensOf(text: string): Token[] {
  const matches = text
    .replace(/--[^\n]*/g, ' ')
    .match(/'(?:[^']|'')*'|"[^"]+"|\$\d+|[a-z_][a-z0-9_]*|\d+|::|<>|[^\s]/gi)
  return (matches ?? []).map(token =>
    token.startsWith("'") ? token : token.startsWith('"') ? token.slice(1, -1) : token.toLowerCase(),
  )
}

const isName = (token: Token | undefined): token is string => token !== undefined && /^[a-z_][a-z0-9_]*$/.test(token)

/** Tables of tenants that a statement uses without comparing the tenant of each use with a parameter. */
export function unnamedTables(text: string, tenantTables: ReadonlySet<string>): string[] {
  const tokens = tokensOf(text)
  let nextNode = 0
  const unique = () => `#${nextNode++}`
  const compared = new Set<string>()
  const uses: { table: string; node: string }[] = []
  const inserted: string[] = []
  const conditions: { at: number; scope: Scope }[] = []
  const parens: { scope: Scope; expectsTable: boolean; inList: boolean }[] = []
  let scope: Scope = { outer: undefined, tables: new Map() }
  // A table may follow: after FROM, JOIN, UPDATE, INTO, USING, and after a comma of a FROM list.
  let expectsTable = false
  let inList = false

  const enter = (at: number): number => {
    const table = tokens[at]!
    let next = at + 1
    if (tokens[next] === 'as') next++
    const hasAlias = isName(tokens[next]) && !keywords.has(tokens[next]!)
    const alias = hasAlias ? tokens[next]! : table
    const node = unique()
    scope.tables.set(alias, { table, column: node })
    if (tenantTables.has(table)) uses.push({ table, node: `${node}.tenant_id` })
    return hasAlias ? next : next - 1
  }

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const before = tokens[at - 1]
    if (token === '(') {
      parens.push({ scope, expectsTable, inList })
      if (['select', 'with', 'insert', 'update', 'delete', 'values'].includes(tokens[at + 1]!))
        scope = { outer: scope, tables: new Map() }
      expectsTable = false
      inList = false
      continue
    }
    if (token === ')') {
      const left = parens.pop()!
      scope = left.scope
      expectsTable = false
      inList = left.inList
      continue
    }
    if (token === 'union' || token === 'intersect' || token === 'except')
      scope = { outer: scope.outer, tables: new Map() }
    if (listEnds.has(token)) inList = false
    if (token === 'from' && before !== 'distinct') {
      expectsTable = true
      inList = true
      continue
    }
    if (token === 'join' || (token === 'using' && tokens[at + 1] !== '(') || (token === ',' && inList)) {
      expectsTable = true
      if (token === 'using') inList = true
      continue
    }
    if (token === 'update' && before !== 'for' && before !== 'do' && before !== 'key') {
      expectsTable = true
      continue
    }
    if (token === 'into') {
      const table = tokens[at + 1]!
      const paren = tokens.slice(at + 2, at + 5).indexOf('(')
      const columns = paren < 0 ? [] : tokens.slice(at + 2 + paren, tokens.indexOf(')', at))
      if (tenantTables.has(table) && !columns.includes('tenant_id')) inserted.push(table)
      const alias = tokens[at + 2] === 'as' ? tokens[at + 3]! : table
      // The inserted row has the tenant of its column; a conflict is with a row of the same key.
      const node = unique()
      scope.tables.set(alias, { table, column: node, written: true })
      at++
      continue
    }
    if (expectsTable && ['lateral', 'only'].includes(token)) continue
    if (expectsTable && isName(token)) {
      expectsTable = false
      if (tokens[at + 1] === '(') continue
      at = enter(at)
      continue
    }
    expectsTable = false
    if (token === '=' || token === 'in') conditions.push({ at, scope })
  }

  const nodeBefore = (at: number, from: Scope): string | undefined =>
    columnAt(tokens[at - 2] === '.' ? at - 3 : at - 1, from)
  function columnAt(at: number, from: Scope): string | undefined {
    const qualified = tokens[at + 1] === '.'
    const column = qualified ? tokens[at + 2] : tokens[at]
    if (!isName(column)) return undefined
    for (let each: Scope | undefined = from; each; each = each.outer) {
      if (qualified) {
        const table = each.tables.get(tokens[at]!)
        if (table) return `${table.column}.${column}`
      } else {
        // Tables that an INSERT selects from, before the one that it writes to.
        const candidates = [...each.tables.values()]
          .filter(({ table }) => column !== 'tenant_id' || tenantTables.has(table))
          .sort((a, b) => Number(a.written ?? false) - Number(b.written ?? false))
        if (candidates[0]) return `${candidates[0].column}.${column}`
      }
    }
    return undefined
  }

  const isParameter = (token: Token | undefined) => token?.startsWith('$') === true
  for (const { at, scope: from } of conditions) {
    const column = nodeBefore(at, from)
    if (tokens[at] === 'in') {
      const listed = tokens.slice(at + 2, tokens.indexOf(')', at)).filter(token => token !== ',')
      if (column !== undefined && listed.length > 0 && listed.every(isParameter)) compared.add(column)
    } else if (isParameter(tokens[at - 1])) {
      const right = columnAt(at + 1, from)
      if (right !== undefined) compared.add(right)
    } else if (column !== undefined) {
      const value = tokens[at + 1]
      if (isParameter(value) || (value === 'any' && isParameter(tokens[at + 3]))) compared.add(column)
    }
  }
  const unnamed = uses.filter(({ node }) => !compared.has(node)).map(({ table }) => table)
  return [...new Set([...inserted, ...unnamed])].sort()
}
