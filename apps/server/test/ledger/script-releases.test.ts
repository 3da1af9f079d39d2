/** The scripts of the public page are entries of the log: entered once, when they are new. */
import { createHash } from 'node:crypto'
import { decodeBundle } from '@timbermark/ledger'
import { LogHistory } from '@timbermark/ledger/monitor'
import { encodeIndexStatement } from '@timbermark/ledger/sealed'
import { beforeAll, describe, expect, it } from 'vitest'
import { declareBreak } from '../../src/areas/ledger/recovery/recover.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { listPageScripts } from '../../src/areas/trace/page/page-scripts.ts'
import { makeWorld, type World } from '../harness.ts'
import { unguarded } from '../unguarded.ts'
import { namesOf, queueNamed } from './entries.ts'

let world: World
let tenant: Awaited<ReturnType<World['makeTenant']>>
const scriptOf = (name: string) => ({
  path: `/t/assets/${name}.js`,
  sha256: createHash('sha256').update(name).digest('hex'),
})
const get = (url: string) => world.app.inject({ method: 'GET', url })

/** The entries of the log, as a monitor reads them. */
async function entries(): Promise<string[]> {
  const size = Number((await get('/ledger/checkpoint')).payload.split('\n')[1])
  const bundle = await get(`/ledger/tile/entries/000.p/${size}`)
  return decodeBundle(new Uint8Array(bundle.rawPayload), size).map(entry => Buffer.from(entry).toString())
}
const scriptsIn = (texts: readonly string[]) =>
  texts.filter(text => text.includes('timbermark/script@1')).map(text => (JSON.parse(text) as { path: string }).path)

beforeAll(async () => {
  world = await makeWorld()
})

describe('a sequencer that knows the scripts of its page', () => {
  it('enters them with the first group, once, however many processes serve them', async () => {
    tenant = await world.makeTenant('SCRIPTS')
    await queueNamed(world.services, tenant.id, namesOf(3, 's'))
    const list = async () => [scriptOf('client'), scriptOf('zh'), scriptOf('zh')]
    expect(await makeSequencer(world.services, list).append()).toBe(3)
    expect(scriptsIn(await entries())).toEqual(['/t/assets/client.js', '/t/assets/zh.js'])
    expect(await makeSequencer(world.services, list).append()).toBe(0)
    expect(await entries()).toHaveLength(6)
  })

  it('enters those of a new version at its start, without waiting for a report', async () => {
    const sequencer = makeSequencer(world.services, async () => [scriptOf('zh'), scriptOf('client-2')])
    await sequencer.append()
    await sequencer.append()
    expect(scriptsIn(await entries())).toEqual(['/t/assets/client.js', '/t/assets/zh.js', '/t/assets/client-2.js'])
    // With the statement of the index, and none of its own for what is known.
    expect(await entries()).toHaveLength(8)
  })

  it('leaves a log in which the nightly check and a monitor find nothing', async () => {
    expect((await checkWholeLedger(world.services.database, ledgerLog(world.services))).faults).toEqual([])
    const history = new LogHistory()
    const texts = await entries()
    expect(history.enter(texts.map(text => new Uint8Array(Buffer.from(text)))).findings).toEqual([])
    expect(texts.at(-1)).toBe(encodeIndexStatement({ root: history.indexRoot(), at: history.statement!.at }))
    expect([...history.scripts]).toEqual(['client', 'zh', 'client-2'].map(name => scriptOf(name).sha256))
  })

  it('keeps what it entered: no row is changed or removed', async () => {
    for (const statement of [
      "update ledger_script set path = '/x'",
      'delete from ledger_script',
      'truncate ledger_script',
    ])
      await expect(world.admin.query(statement)).rejects.toThrow('never changed or removed')
  })

  it('says that a script entry was changed', async () => {
    const { admin, services } = world
    const change = (from: string, to: string) =>
      unguarded(admin, `update ledger_entry set text = replace(text, '${from}', '${to}') where text like '%client-2%'`)
    await change('"path"', '"way"')
    const { faults } = await checkWholeLedger(services.database, ledgerLog(services))
    expect(faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['leafChanged', 'entryWrong']))
    await change('"way"', '"path"')
  })

  it('asks for them anew when the log goes on under another name', async () => {
    const requestedEpochs: number[] = []
    const sequencer = makeSequencer(world.services, async epoch => {
      requestedEpochs.push(epoch)
      return [scriptOf(`log-of-${epoch}`)]
    })
    await sequencer.append()
    await sequencer.append()
    // As if a head had been lost with the disk.
    const root = createHash('sha256').update('lost').digest('hex')
    await world.services.rollbackGuard.noteHead({ epoch: 1, size: 900, root }, 1)
    await queueNamed(world.services, tenant.id, ['after the loss'])
    await expect(sequencer.append()).rejects.toThrow('does not hold the head')
    await declareBreak(world.services, 'The disk burned')
    await sequencer.append()
    expect(requestedEpochs).toEqual([1, 2])
    expect(scriptsIn(await entries()).slice(-2)).toEqual(['/t/assets/log-of-1.js', '/t/assets/log-of-2.js'])
  })
})

it('the scripts of the built page are listed as they are served', async () => {
  const scripts = await listPageScripts(world.services, 2)
  expect(scripts.map(({ path }) => path.replace(/-[\w-]{8}\.js$/, '.js'))).toEqual(
    expect.arrayContaining(['/t/assets/checking.js', '/t/assets/client.js', '/t/assets/zh.js', '/t/log.js']),
  )
  expect(scripts.at(-1)).toEqual({
    path: '/t/log.js',
    sha256: createHash('sha256')
      .update((await get('/t/log.js')).rawPayload)
      .digest('hex'),
  })
})
