import { type Fields, openingOf, type SealedStatement } from './content.ts'

type Opening = ReturnType<typeof openingOf>

/** What was worked out of a content, each when it was first asked for. */
interface Known {
  of: SealedStatement
  opening?: Opening
  fields?: Fields
}

/** Contents of this many rows are known: about 25 kB each, in the order in which they were last asked for. */
const most = 2000

const kept = new Map<string, Known>()

const parts = ['open', 'withheld', 'personal'] as const

function knownOf(content: SealedStatement): Known {
  const name = content.digest.toString('base64')
  const before = kept.get(name)
  // Behind the server's back it may have changed: then that is what is opened, and every reader sees it.
  const same =
    before && parts.every(part => before.of[part] === content[part]) && before.of.secret.equals(content.secret)
  const known = same ? before : { of: content }
  kept.delete(name)
  kept.set(name, known)
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  return known
}

/** What a reader is given of a whole content. A content never changes, so that many readers of one batch cost one opening. */
export function openedWhole(content: SealedStatement): Opening {
  const known = knownOf(content)
  known.opening ??= openingOf(content)
  return known.opening
}

/** The open fields of a content, parsed once for all readers: nobody may change them. */
export function fieldsOf(content: SealedStatement): Fields {
  const known = knownOf(content)
  known.fields ??= JSON.parse(content.open) as Fields
  return known.fields
}
