import { FormatError } from '../bytes.ts'
import { canonicalize } from '../canonical.ts'
import { encodeMoment, parseMoment } from '../prefix/head-time.ts'

const TYPE = 'timbermark/script@1'

/**
 * A script of the page that checks proofs: it is entered before or when it is served first. So a script that was made for one
 * reader stands in no log, or in the log for everybody to see.
 */
export interface ScriptStatement {
  /** Where it is served, on the host of the log. */
  path: string
  /** SHA-256 of its bytes, hexadecimal. */
  sha256: string
  /** When it was entered. */
  at: Date
}

/** Text of a script statement: canonical JSON, whose UTF-8 bytes are the leaf. @throws FormatError for an invalid path or hash */
export function encodeScriptStatement({ path, sha256, at }: ScriptStatement): string {
  const text = canonicalize({ type: TYPE, path, sha256, at: encodeMoment(at) })
  parseScriptStatement(text)
  return text
}

/** The only form of a script statement: members ordered by name, no white space. */
const PATTERN =
  /^\{"at":"([^"]{1,40})","path":"(\/[\w./-]{1,200})","sha256":"([0-9a-f]{64})","type":"timbermark\/script@1"\}$/

/** True for a text that claims to be a script statement. */
export const isScriptStatement = (text: string): boolean => text.includes(`"type":"${TYPE}"`)

/** Parses a script statement. @throws FormatError when it is not exactly what `encodeScriptStatement` writes */
export function parseScriptStatement(text: string): ScriptStatement {
  const match = PATTERN.exec(text)
  const at = match && parseMoment(match[1])
  if (!match || !at) throw new FormatError('not the statement of a script')
  return { path: match[2]!, sha256: match[3]!, at }
}
