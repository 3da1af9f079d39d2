import { openingOf, type SealedStatement } from './content.ts'

type Opening = ReturnType<typeof openingOf>

/** Contents of this many rows are kept opened: about 10 kB each, in the order in which they were last asked for. */
const most = 2000

const kept = new Map<string, { of: SealedStatement; opening: Opening }>()

const parts = ['open', 'withheld', 'personal'] as const

/** What a reader is given of a whole content. A content never changes, so that many readers of one batch cost one opening. */
export function openedWhole(content: SealedStatement): Opening {
  const name = content.digest.toString('base64')
  const known = kept.get(name)
  // Behind the server's back it may have changed: then that is what is opened, and every reader sees it.
  const same = known && parts.every(part => known.of[part] === content[part]) && known.of.secret.equals(content.secret)
  const opening = same ? known.opening : openingOf(content)
  kept.delete(name)
  kept.set(name, { of: content, opening })
  if (kept.size > most) kept.delete(kept.keys().next().value!)
  return opening
}
