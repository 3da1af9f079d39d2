import { describe, expect, it } from 'vitest'
import { Busy, AdmissionGate } from '../../src/platform/concurrency/admission-gate.ts'
import { SingleFlight } from '../../src/platform/concurrency/single-flight.ts'
import { FairQueue } from '../../src/platform/concurrency/fair-queue.ts'
import { CallerGone } from '../../src/platform/concurrency/abortable.ts'

const limits = { atOnce: 2, atOnceOfClient: 1, waiting: 3, waitingOfClient: 2, maxWaitMs: 60_000 }
const here = () => new AbortController().signal

/** Work that ends when the test says so. */
function held<T = string>() {
  const { promise, resolve } = Promise.withResolvers<T>()
  let begun = false
  return {
    work: () => {
      begun = true
      return promise
    },
    begun: () => begun,
    finish: (value: T) => resolve(value),
  }
}
const settled = () => new Promise(done => setImmediate(done))

describe('the admission gate', () => {
  it('lets so many in at once, the rest in turn', async () => {
    const gate = new AdmissionGate(limits)
    const [a, b, c] = [held(), held(), held()]
    const answers = [a, b, c].map(({ work }) => gate.run(null, here(), work))
    await settled()
    expect([a.begun(), b.begun(), c.begun()]).toEqual([true, true, false])
    a.finish('a')
    await settled()
    expect(c.begun()).toBe(true)
    b.finish('b')
    c.finish('c')
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
    expect(gate.load).toEqual({ running: 0, waiting: 0, clients: 0 })
  })

  it('a place is free again after work that failed', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1 })
    await expect(gate.run(null, here(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await gate.run(null, here(), async () => 'served')).toBe('served')
  })

  it('refuses at once what it could not begin soon', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1 })
    const first = held()
    void gate.run(null, here(), first.work)
    const waiting = Array.from({ length: 3 }, () => gate.run(null, here(), async () => 'served'))
    await expect(gate.run(null, here(), async () => 'served')).rejects.toThrow(Busy)
    first.finish('')
    expect(await Promise.all(waiting)).toEqual(['served', 'served', 'served'])
  })

  it('remembers nobody whom it refused', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1, waiting: 0 })
    const first = held()
    const served = gate.run('first', here(), first.work)
    for (let n = 0; n < 100; n++) await expect(gate.run(`client ${n}`, here(), async () => '')).rejects.toThrow(Busy)
    expect(gate.load).toEqual({ running: 1, waiting: 0, clients: 1 })
    first.finish('first')
    expect(await served).toBe('first')
    expect(gate.load.clients).toBe(0)
  })

  it('refuses what waited too long', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1, maxWaitMs: 20 })
    const first = held()
    const served = gate.run(null, here(), first.work)
    await expect(gate.run(null, here(), async () => 'served')).rejects.toThrow(Busy)
    first.finish('first')
    expect(await served).toBe('first')
    expect(gate.load).toEqual({ running: 0, waiting: 0, clients: 0 })
  })

  it('drops who has gone before anything is done', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1 })
    const [first, second] = [held(), held()]
    const reader = new AbortController()
    const served = gate.run(null, here(), first.work)
    const left = gate.run(null, reader.signal, second.work)
    reader.abort()
    await expect(left).rejects.toThrow(CallerGone)
    expect(gate.load).toEqual({ running: 1, waiting: 0, clients: 1 })
    first.finish('first')
    expect(await served).toBe('first')
    expect(second.begun()).toBe(false)
    await expect(gate.run(null, reader.signal, second.work)).rejects.toThrow(CallerGone)
  })

  it('one client cannot take all places, nor the whole line', async () => {
    const gate = new AdmissionGate(limits)
    const [a1, a2, b1] = [held(), held(), held()]
    const all = [gate.run('a', here(), a1.work), gate.run('a', here(), a2.work)]
    all.push(gate.run('a', here(), async () => 'a3'))
    await expect(gate.run('a', here(), async () => 'a4')).rejects.toThrow(Busy)
    all.push(gate.run('b', here(), b1.work))
    await settled()
    expect([a1.begun(), a2.begun(), b1.begun()]).toEqual([true, false, true])
    // A caller that still waited would be refused in the middle of another file.
    for (const one of [a1, a2, b1]) one.finish('done')
    expect(await Promise.all(all)).toEqual(['done', 'done', 'a3', 'done'])
  })

  it('serves clients in turn, no matter who has more requests in the queue', async () => {
    const gate = new AdmissionGate({ ...limits, atOnce: 1, waiting: 9, waitingOfClient: 9 })
    const order: string[] = []
    const first = held()
    const all = [gate.run(null, here(), first.work)]
    for (const name of ['a', 'a', 'a', 'b'])
      all.push(
        gate.run(name, here(), async () => {
          order.push(name)
          return name
        }),
      )
    first.finish('')
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'a', 'a'])
  })
})

describe('reading together', () => {
  it('a caller that asks during a read shares the next read, never the current one', async () => {
    const together = new SingleFlight<number>()
    let readings = 0
    const waits = [held<void>(), held<void>()]
    const read = async () => {
      const number = readings++
      await waits[number]?.work()
      return number
    }
    const answers = ['first', 'second', 'third', 'fourth'].map(() => together.ask('x', here(), read))
    waits[0]!.finish()
    await settled()
    waits[1]!.finish()
    expect(await Promise.all(answers)).toEqual([0, 1, 1, 1])
    expect(await together.ask('x', here(), read)).toBe(2)
    expect(await together.ask('y', here(), read)).toBe(3)
  })

  it('a failure reaches all who shared it, and no one after', async () => {
    const together = new SingleFlight<string>()
    await expect(together.ask('x', here(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await together.ask('x', here(), async () => 'good')).toBe('good')
  })

  it('ends when nobody waits any more, and goes on while somebody does', async () => {
    const together = new SingleFlight<string>()
    const [one, two] = [new AbortController(), new AbortController()]
    const first = held()
    let signal: AbortSignal | undefined
    const keep = together.ask('x', here(), first.work)
    const read = async (shared: AbortSignal) => {
      signal = shared
      return 'read'
    }
    const left = together.ask('x', one.signal, read)
    const also = together.ask('x', two.signal, read)
    one.abort()
    await expect(left).rejects.toThrow(CallerGone)
    two.abort()
    await expect(also).rejects.toThrow(CallerGone)
    const later = together.ask('x', here(), read)
    first.finish('first')
    expect(await keep).toBe('first')
    expect(await later).toBe('read')
    expect(signal?.aborted).toBe(false)
  })
})

describe('turns', () => {
  it('let everybody else in between two pieces of work', async () => {
    const turns = new FairQueue()
    const order: string[] = []
    const works = ['a', 'b', 'c'].map(name => turns.take(() => order.push(name)))
    // The time of the event loop between two turns of immediates represents the requests of others.
    const others = (async () => {
      for (const name of ['1', '2']) {
        await new Promise(done => setImmediate(done))
        order.push(name)
      }
    })()
    await Promise.all([...works, others])
    expect(order).toEqual(['a', '1', 'b', '2', 'c'])
  })

  it('go on after work that failed', async () => {
    const turns = new FairQueue()
    const failed = turns.take(() => {
      throw new Error('broken')
    })
    const good = turns.take(() => 'good')
    await expect(failed).rejects.toThrow('broken')
    expect(await good).toBe('good')
  })
})
