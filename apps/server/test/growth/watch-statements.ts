import pg from 'pg'

/** A statement that was sent, with its values. */
export interface Statement {
  text: string
  values: unknown[]
}

export interface StatementWatch {
  /** The reading statements that this process sends while `work` runs. */
  during(work: () => Promise<unknown>): Promise<Statement[]>
  stop(): void
}

/** Notes the reading statements of all connections of this process. */
export function watchStatements(): StatementWatch {
  const query = pg.Client.prototype.query
  let sent: Statement[] | undefined
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [Partial<Statement> | string]
    if (sent && typeof first === 'object' && first.text && /^\s*(?:select|with)\b/i.test(first.text))
      sent.push({ text: first.text, values: first.values ?? [] })
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  return {
    async during(work) {
      const during: Statement[] = []
      sent = during
      try {
        await work()
      } finally {
        sent = undefined
      }
      return during
    },
    stop() {
      pg.Client.prototype.query = query
    },
  }
}

/** What running a statement once cost the database. */
export interface StatementCost {
  /** Pages (8 kB) that it read, from memory or disk. */
  pages: number
  /** Rows of tables that it looked at, used or not. */
  rows: number
  ms: number
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

interface Plan {
  'QUERY PLAN': [
    { Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }; 'Execution Time': number },
  ]
}

/** Rows of tables that a part of a plan looked at. */
function rowsOf(node: PlanNode): number {
  const scanned = node['Relation Name'] ? node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) : 0
  return scanned * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)
}

/** Runs a statement once more, and undoes it. */
export async function costOf(admin: pg.Client, { text, values }: Statement): Promise<StatementCost> {
  // Locks and writes have no place in a plan that is only measured.
  await admin.query('begin')
  try {
    const { rows } = await admin.query<Plan>({
      text: `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    })
    const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN']
    return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], rows: rowsOf(plan), ms }
  } finally {
    await admin.query('rollback')
  }
}

/** The beginning of a statement, in one line. */
export const shortText = ({ text }: Statement, length = 160): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, length)
