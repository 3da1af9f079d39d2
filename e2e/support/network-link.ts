import { connect, createServer, type Socket } from 'node:net'

/** What happens to the next request that is such a one, once. */
export interface Break {
  /** The beginning of the request, e.g. `POST /api/stage/report `. */
  of: string
  /** Broken after so many bytes of it have gone up; `answer`: the server has it all, and its answer is lost. */
  after: number | 'answer'
}

/** The network connection between a phone and the server: it can be disconnected, and it breaks at a chosen byte. */
export interface NetworkLink {
  url: string
  /** How often it broke by itself. */
  broken(): number
  breakAt(...next: Break[]): void
  /** Nothing gets through, and nothing can be begun. */
  pull(): void
  plug(): void
  close(): Promise<void>
}

/** The caller's connection, and the one that forwards it. */
interface Pair {
  near: Socket
  far: Socket
}

/** Reads one connection that it is on. */
interface Reader {
  /** @returns how much of it goes up, and whether the line breaks then */
  up(data: Buffer): { passes: Buffer; breaks: boolean }
  /** @returns whether the line breaks before this goes down */
  down(): boolean
}

/** Looks for the breaks in what goes over one connection, which has to be plain. */
function readFor(breaks: Break[]): Reader {
  let left: number | undefined
  let losesAnswer = false
  return {
    up(data) {
      const at = breaks.findIndex(one => data.toString('latin1').startsWith(one.of))
      if (at >= 0) {
        const [{ after }] = breaks.splice(at, 1) as [Break]
        if (after === 'answer') losesAnswer = true
        else left = after
      }
      if (left === undefined) return { passes: data, breaks: false }
      const passes = data.subarray(0, left)
      const before = left
      left = Math.max(0, left - data.length)
      return { passes, breaks: before > 0 && left === 0 }
    },
    down: () => losesAnswer,
  }
}

/** A port of its own, whose connections are handed on to another. */
async function openRelay(target: number, begin: (pair: Pair) => void) {
  const pairs = new Set<Pair>()
  let pulled = false
  const server = createServer(near => {
    if (pulled) return void near.resetAndDestroy()
    const pair = { near, far: connect(target, '127.0.0.1') }
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of [pair.near, pair.far]) socket.destroy()
    }
    begin(pair)
    for (const socket of [pair.near, pair.far]) socket.on('error', end).on('close', end)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const endAll = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy()
  }
  const { port } = server.address() as { port: number }
  return {
    port,
    /** Ends the pair as a broken connection does: the caller is cut off, and nothing more goes up. */
    cut(pair: Pair) {
      pairs.delete(pair)
      pair.near.resetAndDestroy()
      pair.far.end()
    },
    pairs: (): readonly Pair[] => [...pairs],
    pull() {
      pulled = true
      endAll()
    },
    plug() {
      pulled = false
    },
    async close() {
      endAll()
      await new Promise(done => server.close(done))
    },
  }
}

/** A line to a server that speaks plainly: it reads what goes over it. */
export async function openLink(target: number): Promise<NetworkLink> {
  const breaks: Break[] = []
  let broken = 0
  const relay = await openRelay(target, pair => {
    const { near, far } = pair
    const reader = readFor(breaks)
    const cut = () => {
      broken++
      relay.cut(pair)
    }
    near.on('data', (data: Buffer) => {
      const read = reader.up(data)
      far.write(read.passes)
      if (read.breaks) cut()
    })
    far.on('data', (data: Buffer) => (reader.down() ? cut() : near.write(data)))
  })
  const { pull, plug, close } = relay
  return {
    url: `http://localhost:${relay.port}`,
    broken: () => broken,
    breakAt: (...next) => void breaks.push(...next),
    pull,
    plug,
    close,
  }
}

/**
 * A link to a proxy that speaks TLS, which cannot be read on the way. What breaks it is seen behind the proxy, on the way to each
 * process; then the phone's own line is cut, with all that is on it, and the process gets no more than had come by then.
 * @param processes ports of the processes
 * @param startProxy the proxy before ports that stand for theirs
 */
export async function openSecureLink(
  processes: readonly [number, number],
  startProxy: (ports: readonly [number, number]) => Promise<{ secure: number; stop(): Promise<void> }>,
): Promise<NetworkLink> {
  const breaks: Break[] = []
  let broken = 0
  const watchOver = (target: number) =>
    openRelay(target, ({ near, far }) => {
      const reader = readFor(breaks)
      let held = false
      const cut = () => {
        held = true
        broken++
        for (const pair of phone.pairs()) phone.cut(pair)
        // It is the proxy that ends its connection here, when it notices.
      }
      near.on('data', (data: Buffer) => {
        if (held) return
        const read = reader.up(data)
        far.write(read.passes)
        if (read.breaks) cut()
      })
      far.on('data', (data: Buffer) => {
        if (held) return
        if (reader.down()) cut()
        else near.write(data)
      })
    })
  const watched = [await watchOver(processes[0]), await watchOver(processes[1])] as const
  const proxy = await startProxy([watched[0].port, watched[1].port])
  const phone = await openRelay(proxy.secure, ({ near, far }) => void near.pipe(far).pipe(near))
  return {
    url: `https://localhost:${phone.port}`,
    broken: () => broken,
    breakAt: (...next) => void breaks.push(...next),
    pull: phone.pull,
    plug: phone.plug,
    async close() {
      await phone.close()
      await proxy.stop()
      for (const one of watched) await one.close()
    },
  }
}
