import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blobPath, inOrder, soundSize } from './blob-files.ts'
import type { FileForm } from '../platform/backup/encryption.ts'
import { DamagedBackup } from '../platform/backup/errors.ts'
import { type Backup, layout } from '../platform/backup/format.ts'
import type { Progress } from './progress.ts'
import { checkLines, eachLine } from './table-file.ts'

export function tableFile(folder: string, table: string): string {
  return join(folder, layout.tables, `${table}.copy.gz`)
}

/** Contents of a backup by its list. */
export async function* listedFiles(folder: string, form: FileForm): AsyncGenerator<{ sha256: string; size: number }> {
  for await (const line of eachLine(join(folder, layout.fileList), form)) {
    const [sha256 = '', size] = line.split(' ')
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new DamagedBackup(`${join(folder, layout.fileList)} is damaged`)
    yield { sha256, size: Number(size) }
  }
}

export interface Verifying {
  form: FileForm
  progress: Progress
  signal?: AbortSignal
  /** Are the contents of files read too? A caller that copies some of them checks these. */
  files?: boolean
}

/**
 * Reads the whole backup and compares it with its description: every table's rows, every content.
 * @throws BackupError that names the first missing or damaged file
 */
export async function verifyBackup(
  folder: string,
  backup: Backup,
  { form, progress, signal, files = true }: Verifying,
): Promise<void> {
  for (const [position, stored] of backup.tables.entries()) {
    await checkLines(tableFile(folder, stored.table), stored, form, signal)
    progress.now(`checked ${position + 1} of ${backup.tables.length} tables`)
  }
  for (const { name, bytes, sha256 } of backup.kept) {
    const path = join(folder, layout.kept, name + form.suffix)
    if (!existsSync(path)) throw new DamagedBackup(`${path} is missing`)
    const content = readFileSync(path)
    if (content.length !== bytes || createHash('sha256').update(content).digest('hex') !== sha256)
      throw new DamagedBackup(`${path} is damaged`)
  }
  await checkLines(join(folder, layout.fileList), backup.files.list, form, signal)
  if (!files) {
    progress.done('the rows of the backup are complete: every table is as it was written')
    return
  }
  let count = 0
  let bytes = 0
  const check = async ({ sha256, size }: { sha256: string; size: number }) => {
    const path = blobPath(join(folder, layout.files), sha256)
    if ((await soundSize(path, sha256, form, signal)) !== size)
      throw new DamagedBackup(`${path}${form.suffix} is missing or damaged`)
    return size
  }
  for await (const size of inOrder(listedFiles(folder, form), check)) {
    count++
    bytes += size
    progress.now(`checked ${count} of ${backup.files.count} files`)
  }
  if (count !== backup.files.count || bytes !== backup.files.bytes)
    throw new DamagedBackup(`${join(folder, layout.fileList)} lists ${count} files instead of ${backup.files.count}`)
  progress.done('the backup is complete: every table and every file is as it was written')
}
