import { parseCode } from '@timbermark/codes'
import type { ErrorKey } from '@timbermark/contract'

/** Values that others print: signs that no spreadsheet takes for a formula and no address for anything else. */
const shape = /^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$/

/** As values are compared: people type in either case. */
export const foldedValue = (value: string): string => value.toUpperCase()

/** Why a text cannot be taken in as a code that others printed; nothing when it can. */
export function foreignFault(value: string): ErrorKey | undefined {
  if (!shape.test(value)) return 'code.foreignSigns'
  // Whoever scans it could not tell whose it is, and ours are refused without asking the database.
  return parseCode(value).ok ? 'code.foreignOwn' : undefined
}

const inAddress = [/^https?:\/\/[^/]+\/c\/([^/?#]+)/i, /^https?:\/\/[^/]+\/c\/?\?(?:[^#]*&)?code=([^&#]+)/i]

/** What may be another's value in what somebody scanned or typed, as it is compared: a bare text or an address of the trace page. */
export function wantedValue(text: string): string | undefined {
  let given = text.trim()
  const found = inAddress.flatMap(form => form.exec(given)?.[1] ?? [])[0]
  if (found !== undefined)
    try {
      given = decodeURIComponent(found)
    } catch {
      return undefined
    }
  return foreignFault(given) === undefined ? foldedValue(given) : undefined
}
