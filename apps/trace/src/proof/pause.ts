/** Milliseconds after which the work of a check lets the page answer its reader: half of what a reader notices. */
const longest = 25

/** What browsers and Node have in common of it. */
interface Port {
  onmessage: () => void
  postMessage: (message: null) => void
  close: () => void
}

/** Ends when the browser has done what waited meanwhile. A timer would be held back in a page that nobody looks at. */
export function pause(): Promise<void> {
  return new Promise(done => {
    const { port1, port2 } = new MessageChannel() as unknown as { port1: Port; port2: Port }
    port1.onmessage = () => {
      port1.close()
      done()
    }
    port2.postMessage(null)
  })
}

/** Does something with each of them in order, and lets others go first now and then. */
export async function eachInTurn<In, Out>(items: readonly In[], act: (item: In) => Out): Promise<Out[]> {
  const done: Out[] = []
  let since = performance.now()
  for (const item of items) {
    done.push(act(item))
    if (performance.now() - since < longest) continue
    await pause()
    since = performance.now()
  }
  return done
}
