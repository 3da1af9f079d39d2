import type { StageKey } from '@timbermark/contract'

/** What the page shows of one record, as read from the page itself. */
export interface ShownRecord {
  recordId: string
  stage: StageKey
  version: number
  /** Moments as the page states them; null where it states none. */
  happenedAt: string | null
  recordedAt: string | null
  /** Longitude and latitude in degrees. */
  position: readonly [number, number] | null
  values: { key: string; value: unknown }[]
  /** Keys whose visible text is not the value that the page claims to show. */
  altered: string[]
}

/** Reads the records from the page, marks and visible texts (page/Record.tsx writes them). */
export function shownRecords(root: ParentNode): ShownRecord[] {
  return [...root.querySelectorAll<HTMLElement>('[data-record]')].map(element => {
    const fields = [...element.querySelectorAll<HTMLElement>('[data-key]')]
    const read = fields.map(field => ({ key: field.dataset.key ?? '', value: parse(field.dataset.value) }))
    const altered = fields
      .filter((field, i) => field.dataset.verbatim !== undefined && !sameText(field.textContent, read[i]?.value))
      .map(field => field.dataset.key ?? '')
    return {
      recordId: element.dataset.record ?? '',
      stage: element.dataset.stage as StageKey,
      version: Number(element.dataset.version),
      happenedAt: element.dataset.happened ?? null,
      recordedAt: element.dataset.recorded ?? null,
      position: positionOf(element.dataset.position),
      values: read.filter(({ key }, i) => read.findIndex(other => other.key === key) === i),
      altered: [...new Set(altered)],
    }
  })
}

function positionOf(text: string | undefined): readonly [number, number] | null {
  const [longitude, latitude] = (text ?? '').split(' ').map(Number)
  return text && Number.isFinite(longitude) && Number.isFinite(latitude) ? [longitude!, latitude!] : null
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/** HTML knows one kind of line end and no NUL; nothing else may differ. */
export function sameText(shown: string | null, value: unknown): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[\0\ufffd]/g, '')
  return typeof value === 'string' && plain(shown ?? '') === plain(value)
}

/** Marks the values that differ from the sealed record, and opens what hides them. */
export function markDifferences(root: ParentNode, recordId: string, keys: readonly string[], note: string): void {
  const element = [...root.querySelectorAll<HTMLElement>('[data-record]')].find(
    item => item.dataset.record === recordId,
  )
  for (const field of element?.querySelectorAll<HTMLElement>('[data-key]') ?? []) {
    const differs = keys.includes(field.dataset.key ?? '')
    field.classList.toggle('differs', differs)
    if (differs) {
      field.dataset.note = note
      field.closest('details')?.setAttribute('open', '')
    } else delete field.dataset.note
  }
}
