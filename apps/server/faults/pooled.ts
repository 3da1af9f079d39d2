import { findPgbouncer, type Pgbouncer, startPgbouncer } from '../test/process/pgbouncer.ts'
import { SeveralSite, type SeveralParts } from './several.ts'

/** Several processes whose connections go through a pooler in transaction mode; what outlives a transaction goes past it. */
export class PooledSite extends SeveralSite {
  override readonly name = 'pooled'
  readonly pooler: Pgbouncer

  private constructor(parts: SeveralParts, pooler: Pgbouncer) {
    super(parts)
    this.pooler = pooler
  }

  /** @returns undefined where PgBouncer can neither be found nor fetched */
  static async makePooled(environment: Record<string, string>): Promise<PooledSite | undefined> {
    const pgbouncer = findPgbouncer()
    if (!pgbouncer) return undefined
    const parts = await SeveralSite.makeParts('pooled', environment)
    const { DATABASE_URL: server, DATABASE_WORKER_URL: worker } = parts.urls
    // Fewer connections than one process asks for.
    const pooler = await startPgbouncer(pgbouncer, [server, worker], { connections: 10 })
    const urls = {
      ...parts.urls,
      DATABASE_URL: pooler.through(server),
      DATABASE_WORKER_URL: pooler.through(worker),
      DATABASE_DIRECT_URL: worker,
    }
    return new PooledSite({ ...parts, urls }, pooler)
  }

  override async giveHand(patienceMs: number): Promise<void> {
    await this.pooler.restart()
    await super.giveHand(patienceMs)
  }

  override async close(): Promise<void> {
    await this.pooler.stop()
    await super.close()
  }
}
