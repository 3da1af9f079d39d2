import { formatBytes } from '@timbermark/client'
import type { FilesField, Issue, Language } from '@timbermark/contract'

const extensionOf = (name: string) => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '')

/** MIME types by extension. A pasted picture, or one from a camera, may have a type but no meaningful name. */
const mimeOf: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', mp4: 'video/mp4' }

export interface Rule {
  types: readonly string[]
  /** Largest size in bytes. */
  maxBytes: number
  maxItems: number
}

export function ruleOf(field: Pick<FilesField, 'types' | 'maxItems' | 'maxMegabytes'>): Rule {
  return {
    types: field.types,
    maxBytes: field.maxMegabytes * 1024 * 1024,
    maxItems: field.maxItems,
  }
}

/**
 * Checks a file before it is sent (specification section 5): type, size, number of files. Pictures pass by extension or
 * by type; the server checks the content.
 * @param count files already there
 * @param language language of the largest size in the refusal
 */
export function checkFile(
  name: string,
  rule: Rule,
  file: { name: string; size: number; type: string },
  count: number,
  language: Language,
) {
  const byType = rule.types.some(type => mimeOf[type] !== undefined && mimeOf[type] === file.type)
  const extension = extensionOf(file.name)
  const accepted = rule.types.includes(extension) || byType
  const refusal = (error: Issue['error'], params: Issue['params']): Issue => ({ field: name, error, params })
  if (!accepted) return refusal('fileType', { types: rule.types.join(', ') })
  if (file.size > rule.maxBytes) return refusal('fileTooLarge', { max: formatBytes(rule.maxBytes, language) })
  if (count >= rule.maxItems) return refusal('fileTooMany', { max: rule.maxItems })
  return undefined
}

/** `accept` of a file input. */
export function acceptOf(types: readonly string[]): string {
  return types.map(type => `.${type}`).join(',')
}
