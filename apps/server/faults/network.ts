import { connect, createServer, type Server, type Socket } from 'node:net'

/** A network between two programs on loopback that can fail in every way a network does. */
export class Network {
  readonly #server: Server
  readonly #pairs = new Set<[Socket, Socket]>()
  #target: number
  #frozen = false
  #refusing = false
  #delayMs = 0

  private constructor(server: Server, target: number) {
    this.#server = server
    this.#target = target
  }

  /** @param target port that it forwards to */
  static async open(target: number): Promise<Network> {
    const server = createServer()
    const network = new Network(server, target)
    server.on('connection', socket => network.#join(socket))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    return network
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  get connections(): number {
    return this.#pairs.size
  }

  /** Forwards new connections elsewhere, e.g. to a database that came back on another port. */
  lead(target: number): void {
    this.#target = target
  }

  /**
   * Resets connections, at random those that `chosen` selects.
   * @returns how many
   */
  reset(chosen: () => boolean = () => true): number {
    let broken = 0
    for (const [near, far] of this.#pairs) {
      if (!chosen()) continue
      near.resetAndDestroy()
      far.resetAndDestroy()
      broken++
    }
    return broken
  }

  /** Holds all bytes without notice; new connections are accepted and left silent. */
  freeze(): void {
    this.#frozen = true
    for (const pair of this.#pairs) for (const socket of pair) socket.pause()
  }

  thaw(): void {
    this.#frozen = false
    for (const pair of this.#pairs) for (const socket of pair) socket.resume()
  }

  /** Refuses new connections by closing them at once. */
  refuse(refusing: boolean): void {
    this.#refusing = refusing
  }

  /** Delays everything by this long, in each direction. */
  delay(ms: number): void {
    this.#delayMs = ms
  }

  async close(): Promise<void> {
    this.reset()
    await new Promise(done => this.#server.close(done))
  }

  #join(near: Socket): void {
    if (this.#refusing) {
      near.resetAndDestroy()
      return
    }
    const far = connect(this.#target, '127.0.0.1')
    const pair: [Socket, Socket] = [near, far]
    this.#pairs.add(pair)
    this.#pass(near, far, pair)
    this.#pass(far, near, pair)
    if (this.#frozen) for (const socket of pair) socket.pause()
  }

  #pass(from: Socket, to: Socket, pair: [Socket, Socket]): void {
    // Order is preserved even when the delay changes in between.
    let last = Promise.resolve()
    const later = (work: () => void) => {
      const wait = this.#delayMs
      if (wait === 0) last = last.then(work)
      else last = Promise.all([last, new Promise(done => setTimeout(done, wait))]).then(work)
    }
    from.on('data', chunk => later(() => void (to.writable && to.write(chunk))))
    from.on('end', () => later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#pairs.delete(pair)
      later(() => to.destroy())
    })
  }
}
