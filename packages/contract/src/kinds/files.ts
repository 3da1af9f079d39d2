import type { Fault } from './fault.ts'
import type { FilesKind, Kind } from './kind.ts'

/** Whether the kind is a list of uploaded files. */
export function isFilesKind<K extends Kind>(kind: K): kind is Extract<K, { kind: FilesKind['kind'] }> {
  return kind.kind === 'images' || kind.kind === 'files' || kind.kind === 'video'
}

/** Writes take a file's id, or the file object of a row. */
export function fileIdOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (item && typeof item === 'object' && 'id' in item && typeof item.id === 'string') return item.id
  return undefined
}

export function checkFiles({ maxItems }: FilesKind, value: unknown): Fault | undefined {
  if (!Array.isArray(value)) return { error: 'notList' }
  if (value.length > maxItems) return { error: 'tooManyItems', params: { max: maxItems } }
  return value.every(item => isFileId(fileIdOf(item))) ? undefined : { error: 'fileMissing' }
}

function isFileId(id: string | undefined): boolean {
  return id !== undefined && id.trim() !== '' && id.length <= 100
}

export function canonicalFiles(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const ids = value.flatMap(item => fileIdOf(item) ?? [])
  return ids.length === value.length ? ids : undefined
}
