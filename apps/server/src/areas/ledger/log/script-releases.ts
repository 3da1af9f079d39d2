import { fromHex } from '@timbermark/ledger'
import { encodeScriptStatement } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A script of the public page, as it is served. */
export interface PageScript {
  path: string
  /** Hexadecimal. */
  sha256: string
}

/** The scripts that this process serves while the log is in an epoch: one of them names the keys of all epochs. */
export type ListScripts = (epoch: number) => Promise<readonly PageScript[]>

/** Enters the scripts of the public page into the log when they are new: at the first group after a start, and in each new epoch. */
export class ScriptReleases {
  readonly #list: ListScripts
  /** The epoch whose scripts are known to be in the log. */
  #enteredIn: number | undefined

  constructor(list: ListScripts = async () => []) {
    this.#list = list
  }

  isDue(epoch: number): boolean {
    return this.#enteredIn !== epoch
  }

  /** Those that no entry names yet. */
  async missing(db: Db, epoch: number): Promise<PageScript[]> {
    const scripts = await this.#list(epoch)
    const hashes = scripts.map(({ sha256 }) => Buffer.from(fromHex(sha256)))
    const rows = await db.query<{ sha256: Buffer }>(
      sql`select sha256 from ledger_script where sha256 = any(${hashes}::bytea[])`,
    )
    const known = new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
    return scripts.filter(({ sha256 }) => !known.has(sha256) && known.add(sha256))
  }

  /** Texts of their entries, which begin at this place of the log. */
  async write(db: Db, first: number, scripts: readonly PageScript[], at: Date): Promise<string[]> {
    for (const [n, { path, sha256 }] of scripts.entries())
      await db.execute(
        sql`insert into ledger_script (sha256, path, index) values (${Buffer.from(fromHex(sha256))}, ${path}, ${first + n})`,
      )
    return scripts.map(script => encodeScriptStatement({ ...script, at }))
  }

  /** Called when the group was committed. */
  noteEntered(epoch: number): void {
    this.#enteredIn = epoch
  }
}
