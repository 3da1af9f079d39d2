/** Milliseconds of work after which the page may respond to its reader: half of what a person notices. */
const sliceMs = 25

/** The part of `MessagePort` that browsers and Node share. */
interface Port {
  onmessage: () => void
  postMessage: (message: null) => void
  close: () => void
}

/** Resolves after the browser has handled pending events. A timer would be throttled in a background page. */
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

/** Maps items in order and pauses after each slice, so that other events are handled in between. */
export async function mapInSlices<In, Out>(items: readonly In[], act: (item: In) => Out): Promise<Out[]> {
  const results: Out[] = []
  let since = performance.now()
  for (const item of items) {
    results.push(act(item))
    if (performance.now() - since < sliceMs) continue
    await pause()
    since = performance.now()
  }
  return results
}
