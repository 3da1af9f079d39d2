import { options } from 'preact'

/**
 * Translators of browsers take each text away and put a `<font>` with their own words in its place. A later change of the text
 * would then be written where nobody sees it, and the page would say for good what was true when it was translated. So before
 * every drawing the own texts are put back; the translator sees what has changed, and translates it anew.
 */
export function keepTextsCurrent(page: Document): void {
  if (!('MutationObserver' in window)) return
  /** What a translator put in, with the text that it took away. */
  const taken = new Map<Node, Text>()
  const note = (records: readonly MutationRecord[]) => {
    for (const [replacement, text] of findReplacements(records)) taken.set(replacement, text)
  }
  const observer = new MutationObserver(note)
  observer.observe(page, { childList: true, subtree: true })
  const restore = () => {
    note(observer.takeRecords())
    for (const [replacement, text] of taken) replacement.parentNode?.replaceChild(text, replacement)
    taken.clear()
    // Its own changes are none of a translator's.
    observer.takeRecords()
  }
  const schedule = options.debounceRendering ?? (draw => void Promise.resolve().then(draw))
  options.debounceRendering = draw =>
    schedule(() => {
      restore()
      draw()
    })
}

const isReplacement = (node: Node) => node.nodeName === 'FONT'
const isText = (node: Node): node is Text => node.nodeType === 3

/** Pairs each text that left with the `<font>` that came to its place, by one change of the page or by two. */
function* findReplacements(records: readonly MutationRecord[]): Generator<[Node, Text]> {
  const waiting: { node: Node; record: MutationRecord }[] = []
  for (const record of records) {
    const added = [...record.addedNodes].filter(isReplacement)
    const removed = [...record.removedNodes].filter(isText)
    for (const text of removed) {
      const replacement = added.shift() ?? take(waiting, record, isReplacement)
      if (replacement) yield [replacement, text]
      else waiting.push({ node: text, record })
    }
    for (const node of added) {
      const text = take(waiting, record, isText)
      if (text) yield [node, text as Text]
      else waiting.push({ node, record })
    }
  }
}

/** Takes the last waiting node of a kind from the same place: beside what the record names, or where it was itself. */
function take(
  waiting: { node: Node; record: MutationRecord }[],
  { target, previousSibling, nextSibling }: MutationRecord,
  isKind: (node: Node) => boolean,
): Node | undefined {
  const candidates = waiting.filter(
    ({ node, record }) =>
      record.target === target &&
      isKind(node) &&
      (node === previousSibling ||
        node === nextSibling ||
        (record.previousSibling === previousSibling && record.nextSibling === nextSibling)),
  )
  const last = candidates[candidates.length - 1]
  if (last) waiting.splice(waiting.indexOf(last), 1)
  return last?.node
}
