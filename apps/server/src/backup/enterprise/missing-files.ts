import type { StoredRow } from '../../entity/undo.ts'
import type { Db } from '../../platform/database/database.ts'
import { identifier, join, sql } from '../../platform/database/sql.ts'
import type { TableShape } from './table-shape.ts'

/** Ids of files as rows contain them: random letters, which nothing else looks like. */
const fileIds = /[A-Za-z0-9_-]{22,43}/g

/** Rows of files that are in the backup and no longer there. They come back with the records that refer to them. */
export class MissingFiles {
  readonly #shape: TableShape
  readonly #showingShape: TableShape
  readonly #files: Map<string, StoredRow>
  readonly #showings: readonly StoredRow[]

  constructor(
    files: { shape: TableShape; missing: readonly StoredRow[] },
    showings: { shape: TableShape; missing: readonly StoredRow[] },
  ) {
    this.#shape = files.shape
    this.#showingShape = showings.shape
    this.#files = new Map(files.missing.map(row => [row.id ?? '', row]))
    this.#showings = showings.missing
  }

  /** Files that a row refers to. */
  #filesOf(row: StoredRow): StoredRow[] {
    const ids = new Set(Object.values(row).flatMap((text): string[] => text?.match(fileIds) ?? []))
    return [...ids].flatMap((id): StoredRow[] => {
      const file = this.#files.get(id)
      return file ? [file] : []
    })
  }

  /** Hashes of the contents that these rows need again. */
  hashesOf(rows: Iterable<StoredRow>): Set<string> {
    const files = [...rows].flatMap(row => this.#filesOf(row))
    return new Set(files.flatMap(({ sha256, public_sha256: copy }) => [sha256, copy].filter(hash => hash != null)))
  }

  /** Writes the files that a row refers to, and that it shows them to the public. */
  async putBack({ db, tenant }: { db: Db; tenant: number }, shape: TableShape, row: StoredRow): Promise<void> {
    const files = this.#filesOf(row)
    const owner = `${shape.table}/${row.id}`
    const ids = new Set(files.map(({ id }) => id))
    for (const file of files) await insertOnce(db, tenant, this.#shape, file)
    for (const showing of this.#showings)
      if (showing.owner === owner || ids.has(showing.file_id ?? ''))
        await insertOnce(db, tenant, this.#showingShape, showing)
  }
}

/** Two records may refer to one file. */
async function insertOnce(db: Db, tenant: number, { table, columns }: TableShape, row: StoredRow): Promise<void> {
  await db.execute(sql`
    insert into ${identifier(table)} (${join(columns.map(({ name }) => identifier(name)))})
    values (${join(columns.map(({ name, type }) => (name === 'tenant_id' ? sql`${tenant}` : sql`${row[name]}::${identifier(type)}`)))})
    on conflict do nothing`)
}
