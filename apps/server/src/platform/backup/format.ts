import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Secrets } from '../installation/secrets.ts'
import { BackupError, DamagedBackup } from './errors.ts'
import { fingerprint } from './key.ts'
import { errorCode } from '../error-facts.ts'

/** Newest version of the layout of a backup that is read. A reader refuses newer versions. */
export const formatVersion = 2
/** Version of a backup whose files are not encrypted, which earlier versions of the software read too. */
export const plainFormat = 1

/** Files and folders inside a backup. */
export const layout = {
  description: 'backup.json',
  tables: 'tables',
  files: 'files',
  /** One line per content: its SHA-256, a space, its size in bytes. */
  fileList: 'files.txt.gz',
  kept: 'kept',
}

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()
/** Timestamps only: the text becomes part of a statement. */
const bound = z.string().regex(/^FOR VALUES FROM \('[0-9: +.-]{10,40}'\) TO \('[0-9: +.-]{10,40}'\)$/)

const stored = { bytes: count, sha256 }

const shape = z.object({
  product: z.literal('timbermark'),
  format: z.union([z.literal(plainFormat), z.literal(formatVersion)]),
  /** Version of the software that made it. */
  software: z.string(),
  /** When the snapshot was taken: it holds everything that was acknowledged before. */
  takenAt: z.iso.datetime(),
  /** Version of the source database, e.g. `18.4`. */
  postgres: z.string(),
  /** Id of the installation, when it has one. */
  installation: z.uuid().nullable(),
  /** Fingerprint of its master key; null when the key was not available. */
  key: z.string().nullable(),
  ledger: z.object({ size: count, root: sha256, note: z.string() }).nullable(),
  migrations: z.array(z.object({ name: z.string().regex(/^[0-9a-z.-]+\.sql$/), sha256 })).min(1),
  partitions: z.array(z.object({ table: name, of: name, bound })),
  /** Each is `tables/<name>.copy.gz`: rows in COPY's text format, one per line, compressed; the hash is of the file. */
  tables: z.array(z.object({ table: name, columns: z.array(name).min(1), rows: count, ...stored })).min(1),
  sequences: z.array(z.object({ sequence: name, last: count, called: z.boolean() })),
  files: z.object({
    count,
    bytes: count,
    list: z.object(stored),
    /** Contents that rows refer to and that were missing or damaged when the backup was made. */
    missing: count,
  }),
  kept: z.array(z.object({ name: z.string().regex(/^[a-z-]+\.json$/), ...stored })),
  /** Only in format 2: every file except the description is encrypted for this recipient and its name ends in `.age`. */
  encryption: z.object({ recipient: z.string().max(4000) }).optional(),
})

/** The description of a backup. */
export type Backup = z.infer<typeof shape>

const sealShape = z.object({ sha256, mac: sha256.nullable() })

/** A digest that shows damage, and a MAC by the master key that shows a deliberate change. */
function seal(text: string, key: Secrets | undefined): z.infer<typeof sealShape> {
  return {
    sha256: createHash('sha256').update(text).digest('hex'),
    mac: key ? key.mac('backup-seal', text).toString('hex') : null,
  }
}

/** Writes the description last of all: it makes the folder a backup. */
export async function writeDescription(folder: string, backup: Backup, key: Secrets | undefined): Promise<void> {
  const description = shape.parse(backup)
  const text = JSON.stringify(description)
  await writeFile(
    join(folder, layout.description),
    `${JSON.stringify({ ...description, seal: seal(text, key) }, null, 1)}\n`,
    {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    },
  )
}

/**
 * Reads the description of a backup.
 * @param key also proves that nobody changed it, when the backup was made with the key available
 * @throws BackupError in one sentence
 */
export function readDescription(folder: string, key?: Secrets): Backup {
  const path = join(folder, layout.description)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new DamagedBackup(`${folder} is no whole backup: it has no ${layout.description}`)
    throw error
  }
  const damaged = () => new DamagedBackup(`${path} is damaged`)
  let raw: Record<string, unknown>
  try {
    raw = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw damaged()
  }
  if (raw.product !== 'timbermark') throw new DamagedBackup(`${folder} is no backup of Timbermark`)
  if (typeof raw.format === 'number' && raw.format > formatVersion)
    throw new BackupError(
      `The backup has format ${raw.format}, this version reads ${formatVersion}: use the newer version that made it`,
    )
  const { seal: sealed, ...content } = raw
  const parsedSeal = sealShape.safeParse(sealed)
  const parsed = shape.safeParse(content)
  if (!parsedSeal.success || !parsed.success) throw damaged()
  const expected = seal(JSON.stringify(parsed.data), key)
  if (expected.sha256 !== parsedSeal.data.sha256) throw damaged()
  if (key && parsed.data.key === fingerprint(key) && parsedSeal.data.mac !== expected.mac)
    throw new DamagedBackup(`${path} was changed after the backup had been made`)
  return parsed.data
}

/**
 * Could this be the key of the backup?
 * @returns true too when the backup does not record its key
 */
export function mayBeKeyOf(key: Secrets, { key: known }: Pick<Backup, 'key'>): boolean {
  return known === null || known === fingerprint(key)
}
