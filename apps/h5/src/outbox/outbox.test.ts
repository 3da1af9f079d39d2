import { ApiError, TransportError } from '@timbermark/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { labelActBody, type LocalLabelAct, newLabelAct } from '../report/label-act.ts'
import type { LocalItem } from '../report/local-item.ts'
import { changeBody, type LocalChange, newChange } from '../report/local-change.ts'
import { newPlot, type plotBody } from '../report/local-plot.ts'
import { advanceWalk } from '../report/walk.ts'
import { newReceipt, type OfferRow, type ReceiptContent } from '../report/receipt.ts'
import { type Attachment, type LocalReport, newReport, type ReportContent } from '../report/report.ts'
import type { ReportBody } from '../report/wire.ts'
import type { ChangeCall, LabelActCall, ReceiptCall, OutboxStore } from './dependencies.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createWorkingCopy } from './working-copy.ts'

/** The phone's store, in memory; copies as IndexedDB does. */
function memoryStore() {
  const items = new Map<string, LocalItem>()
  // Most tests are about reports.
  const reports = items as Map<string, LocalReport>
  const files = new Map<string, Attachment>()
  const store: OutboxStore = {
    list: async owner => [...items.values()].filter(one => one.owner === owner).map(one => structuredClone(one)),
    get: async key => structuredClone(items.get(key)),
    put: async item => void items.set(item.key, structuredClone(item)),
    remove: async key => {
      items.delete(key)
      await store.removeAttachments(key)
    },
    attachments: async key => [...files.values()].filter(one => one.reportKey === key),
    putAttachment: async attachment => void files.set(attachment.key, attachment),
    removeAttachment: async key => void files.delete(key),
    removeAttachments: async key => {
      for (const one of files.values()) if (one.reportKey === key) files.delete(one.key)
    },
  }
  return { store, items, reports, files }
}

/** A server that stores a report once by its id; the next calls can be made to fail before or after it is stored. */
function createServer() {
  const state = {
    stored: new Map<string, ReportBody>(),
    bodies: [] as string[],
    uploads: 0,
    failUpload: [] as (() => void)[],
    fail: [] as (() => void)[],
    loseAnswer: [] as (() => void)[],
    acts: [] as LabelActCall[],
    changes: [] as ChangeCall[],
    receipts: [] as ReceiptCall[],
    plots: [] as ReturnType<typeof plotBody>[],
    answered: new Map<string, { codes: number; unchanged: number }>(),
  }
  return {
    state,
    wire: {
      upload: async (attachment: Attachment) => {
        state.uploads++
        state.failUpload.shift()?.()
        return `file-${attachment.key}`
      },
      report: async (body: ReportBody) => {
        state.bodies.push(JSON.stringify(body))
        state.fail.shift()?.()
        state.stored.set(body.reportId, body)
        state.loseAnswer.shift()?.()
        return { recordId: state.stored.size, accepted: body.codes, refused: [] }
      },
      labelAct: async (call: LabelActCall) => {
        state.acts.push(call)
        state.fail.shift()?.()
        const first = state.answered.get(call.idempotencyKey) ?? { codes: call.body.codes.length, unchanged: 0 }
        state.answered.set(call.idempotencyKey, first)
        state.loseAnswer.shift()?.()
        return first
      },
      change: async (call: ChangeCall) => {
        state.changes.push(call)
        state.fail.shift()?.()
        state.loseAnswer.shift()?.()
        return { id: 1 + state.changes.findIndex(one => one.idempotencyKey === call.idempotencyKey) }
      },
      plot: async (body: ReturnType<typeof plotBody>) => {
        state.plots.push(body)
        state.fail.shift()?.()
        state.loseAnswer.shift()?.()
        return { id: 1, number: body.number }
      },
      receipt: async (call: ReceiptCall) => {
        state.receipts.push(call)
        state.fail.shift()?.()
        state.loseAnswer.shift()?.()
        return call.verb === 'accept' ? { codes: 10, batchNumber: 'B-1' } : { codes: 0 }
      },
    },
  }
}

const failWithoutNetwork = () => {
  throw new TransportError('network')
}
const refusal = (error: string, data?: unknown) => () => {
  throw new ApiError({ code: 500, error, msg: `server says ${error}`, data })
}

let clock: number
let online: boolean
let wakes: { at: number; wake: () => void }[]
let phone: ReturnType<typeof memoryStore>
let server: ReturnType<typeof createServer>
let outbox: Outbox
let ids: number

function makeOutbox(owner = '7'): Outbox {
  return createOutbox({
    owner,
    store: phone.store,
    wire: server.wire,
    newId: () => `new-${++ids}`,
    now: () => clock,
    online: () => online,
    scheduleWake: (milliseconds, wake) => {
      const entry = { at: clock + milliseconds, wake }
      wakes.push(entry)
      return () => {
        wakes = wakes.filter(one => one !== entry)
      }
    },
  })
}

beforeEach(() => {
  clock = 1_000_000
  online = true
  wakes = []
  ids = 0
  phone = memoryStore()
  server = createServer()
  outbox = makeOutbox()
})

async function draft(id = 'r1', photos: string[] = []): Promise<LocalReport> {
  const report = newReport({ id, owner: '7', stage: 'felling', operator: 'Demo', now: clock })
  report.content.codes = [{ code: 'A', at: clock, check: { state: 'good' } }]
  if (photos.length > 0) report.content.values.photos = photos
  for (const key of photos)
    await outbox.putAttachment({ key, reportKey: id, name: `${key}.jpg`, type: 'image/jpeg', blob: new Blob([key]) })
  await outbox.save(report)
  return report
}

async function submit(id = 'r1', photos: string[] = []): Promise<void> {
  const report = await draft(id, photos)
  await submitDraft(report.content, id)
  await outbox.sendDue()
}

/** Submits the draft as it is stored. */
function submitDraft(content: ReportContent, id = 'r1') {
  const stored = phone.reports.get(id)!
  return outbox.submit({ ...stored, content }, stored.updatedAt)
}

const stateOf = (key = 'r1') => phone.reports.get(key)?.state

describe('sending', () => {
  it('sends a report to the server and stores its record number', async () => {
    await submit()
    expect(phone.reports.get('r1')).toMatchObject({ state: 'sent', recordId: '1', acceptedCodes: ['A'] })
  })

  it('sends the identical body again after a lost answer, and the server stores it once', async () => {
    server.state.loseAnswer = [failWithoutNetwork]
    await submit()
    expect(phone.reports.get('r1')).toMatchObject({ state: 'waiting', failure: 'network', left: true })
    clock += 3_600_000
    await outbox.sendDue()
    expect(stateOf()).toBe('sent')
    expect(server.state.stored.size).toBe(1)
    expect(new Set(server.state.bodies).size).toBe(1)
    expect(server.state.bodies).toHaveLength(2)
  })

  it('waits longer after every failure and wakes itself', async () => {
    server.state.fail = [failWithoutNetwork, failWithoutNetwork]
    await submit()
    const [first] = wakes
    expect(first!.at - clock).toBeLessThanOrEqual(5000)
    clock = first!.at
    first!.wake()
    await outbox.sendDue()
    expect(wakes[0]!.at - clock).toBeGreaterThan(5000)
  })

  it('does not try before the due time, and not at all without a network', async () => {
    server.state.fail = [failWithoutNetwork]
    await submit()
    await outbox.sendDue()
    expect(server.state.bodies).toHaveLength(1)
    online = false
    clock += 3_600_000
    await outbox.sendDue()
    expect(server.state.bodies).toHaveLength(1)
  })

  it('sends at once when the network returns', async () => {
    online = false
    await submit()
    expect(stateOf()).toBe('waiting')
    online = true
    await outbox.retryAllNow()
    expect(stateOf()).toBe('sent')
  })

  it('sends reports postponed by a clock that is set back later, and sleeps at most the longest delay', async () => {
    const ahead = 40 * 86_400_000
    clock += ahead
    server.state.fail = [failWithoutNetwork, failWithoutNetwork]
    await submit()
    expect(stateOf()).toBe('waiting')
    clock -= ahead
    await outbox.sendDue()
    expect(server.state.bodies).toHaveLength(2)
    expect(wakes.map(wake => wake.at - clock <= 600_000)).toEqual([true])
    // A report that another tab postponed while the clock was ahead is sent when this tab wakes, not by a timer that overflows.
    phone.reports.set('r1', { ...phone.reports.get('r1')!, nextAt: clock + ahead })
    online = false
    await outbox.sendDue()
    online = true
    await outbox.sendDue()
    expect(stateOf()).toBe('sent')
  })

  it('continues with a report that was being sent when the page was closed', async () => {
    await draft()
    phone.reports.set('r1', { ...phone.reports.get('r1')!, state: 'sending', left: true })
    await makeOutbox().sendDue()
    expect(stateOf()).toBe('sent')
    expect(server.state.stored.size).toBe(1)
  })

  it('never sends a report of another person on the same phone', async () => {
    await draft()
    phone.reports.set('r1', { ...phone.reports.get('r1')!, state: 'waiting' })
    await makeOutbox('8').sendDue()
    expect(stateOf()).toBe('waiting')
    expect(server.state.bodies).toHaveLength(0)
  })

  it('stops until the person signs in again, without counting an attempt', async () => {
    server.state.fail = [
      () => {
        throw new ApiError({ code: 401, error: 'unauthenticated' })
      },
    ]
    await submit()
    expect(phone.reports.get('r1')).toMatchObject({ state: 'waiting', failure: 'signIn', attempts: 0 })
    expect(wakes).toHaveLength(0)
    await makeOutbox().retryAllNow()
    expect(stateOf()).toBe('sent')
  })

  it('continues after a refused report', async () => {
    server.state.fail = [refusal('stage.batchInactive')]
    online = false
    await submit('r1')
    clock += 1
    await submit('r2')
    online = true
    await outbox.retryAllNow()
    expect([stateOf('r1'), stateOf('r2')]).toEqual(['refused', 'sent'])
  })
})

describe('pictures', () => {
  it('are uploaded once although the connection breaks between them, and are removed when the report is accepted', async () => {
    server.state.failUpload = [() => {}, failWithoutNetwork]
    await submit('r1', ['p1', 'p2'])
    expect(phone.reports.get('r1')).toMatchObject({ state: 'waiting', left: false })
    expect(phone.files.get('p1')?.fileId).toBe('file-p1')
    clock += 3_600_000
    await outbox.sendDue()
    expect(server.state.uploads).toBe(3)
    expect(JSON.parse(server.state.bodies[0]!).values.photos).toEqual(['file-p1', 'file-p2'])
    expect(phone.files.size).toBe(0)
  })

  it('that were removed from the form are not sent', async () => {
    await draft('r1', ['p1', 'p2'])
    const report = phone.reports.get('r1')!
    report.content.values = { photos: ['p2'] }
    await submitDraft(report.content)
    await outbox.sendDue()
    expect(server.state.uploads).toBe(1)
    expect(JSON.parse(server.state.bodies[0]!).values).toEqual({ photos: ['file-p2'] })
  })

  it('are uploaded again when the server no longer has them', async () => {
    server.state.fail = [refusal('fileMissing')]
    await submit('r1', ['p1'])
    expect(stateOf()).toBe('refused')
    expect(phone.files.get('p1')?.fileId).toBeUndefined()
  })

  it('that are missing on the phone stop the report instead of being left out silently', async () => {
    await draft('r1', ['p1'])
    phone.files.clear()
    await submitDraft(phone.reports.get('r1')!.content)
    await outbox.sendDue()
    expect(phone.reports.get('r1')).toMatchObject({ state: 'refused', refusal: { error: 'fileMissing' } })
    expect(server.state.bodies).toHaveLength(0)
  })
})

describe('pictures that the server does not take', () => {
  const twoRefused = () => {
    server.state.failUpload = [refusal('fileBroken'), () => {}, refusal('fileHeic')]
    return submit('r1', ['p1', 'p2', 'p3'])
  }

  it('are all named, while the report and the others stay', async () => {
    await twoRefused()
    const report = phone.reports.get('r1')!
    expect(report.state).toBe('refused')
    expect(report.refusal?.files).toEqual([
      { key: 'p1', name: 'p1.jpg', error: 'fileBroken', message: 'server says fileBroken' },
      { key: 'p3', name: 'p3.jpg', error: 'fileHeic', message: 'server says fileHeic' },
    ])
    expect(server.state.bodies).toEqual([])
    expect(phone.files.get('p2')?.fileId).toBe('file-p2')
  })

  it('can be replaced: the form says at the field what is wrong', async () => {
    await twoRefused()
    await outbox.correct('r1')
    const { content } = phone.reports.get('r1')!
    expect(content.told?.map(({ at, issue }) => [at, issue.error])).toEqual([
      ['values.photos', 'fileBroken'],
      ['values.photos', 'fileHeic'],
    ])
    content.values.photos = ['p2', 'p4']
    await outbox.putAttachment({
      key: 'p4',
      reportKey: 'r1',
      name: 'p4.jpg',
      type: 'image/jpeg',
      blob: new Blob(['x']),
    })
    await submitDraft(content)
    await outbox.sendDue()
    expect(stateOf()).toBe('sent')
    expect([...server.state.stored.values()][0]!.values).toEqual({ photos: ['file-p2', 'file-p4'] })
  })

  it('can be left out by one press, and the good ones are not uploaded again', async () => {
    await twoRefused()
    const { uploads } = server.state
    await outbox.sendWithoutFiles('r1')
    expect(stateOf()).toBe('sent')
    expect(server.state.uploads).toBe(uploads)
    expect([...server.state.stored.values()][0]!.values).toEqual({ photos: ['file-p2'] })
  })

  it('do not hide that the connection broke', async () => {
    server.state.failUpload = [refusal('fileBroken'), failWithoutNetwork]
    await submit('r1', ['p1', 'p2'])
    expect(stateOf()).toBe('waiting')
  })
})

describe('a refusal', () => {
  const codes = [{ code: 'A', error: 'stage.alreadyLinked', message: 'A is linked' }]

  it('keeps the server’s message and the reason for each code, at the code when the report is corrected (ERR-22)', async () => {
    server.state.fail = [refusal('stage.alreadyLinked', { accepted: [], refused: codes })]
    await submit()
    expect(phone.reports.get('r1')?.refusal).toMatchObject({ message: 'server says stage.alreadyLinked', codes })
    await outbox.correct('r1')
    expect(phone.reports.get('r1')).toMatchObject({
      state: 'draft',
      reportId: 'new-1',
      content: { codes: [{ code: 'A', check: { state: 'refused', message: 'A is linked' } }] },
    })
  })
})

describe('actions of the person while a report is sent', () => {
  it('a late keystroke does not turn a submitted report back into a draft', async () => {
    online = false
    const report = await draft()
    await submitDraft(report.content)
    const late = { ...report, content: { ...report.content, operator: 'late' } }
    expect(await outbox.save(late, report.updatedAt)).toMatchObject({ isSaved: false, stored: { state: 'waiting' } })
    expect(phone.reports.get('r1')).toMatchObject({ state: 'waiting', content: { operator: 'Demo' } })
  })

  it('a report is recalled only while it has never left the phone', async () => {
    online = false
    await submit()
    expect(await outbox.recall('r1')).toBe(true)
    online = true
    server.state.fail = [failWithoutNetwork]
    await submitDraft(phone.reports.get('r1')!.content)
    await outbox.sendDue()
    expect(await outbox.recall('r1')).toBe(false)
  })

  it('only sent reports are removed after their retention', async () => {
    await submit('r1')
    await draft('r2')
    clock += 1000
    await outbox.removeOldSent(999)
    expect([...phone.reports.keys()]).toEqual(['r2'])
  })
})

describe('an act on labels', () => {
  const attach = async (codes: readonly string[], id = 'a1') => {
    const act = newLabelAct({ id, owner: '7', now: clock })
    act.content.codes = codes.map(code => ({ code, at: clock, check: { state: 'unchecked' } }))
    await outbox.submit(act)
    await outbox.sendDue()
  }
  const act = (id = 'a1') => phone.items.get(id) as LocalLabelAct

  it('waits without a network, and is sent with the same body and key until it is answered: once', async () => {
    online = false
    await attach(['A', 'B'])
    expect(act()).toMatchObject({ state: 'waiting', left: false })
    expect(outbox.snapshot()).toMatchObject({ acts: [{ key: 'a1' }], reports: [] })
    online = true
    server.state.loseAnswer = Array.from({ length: 9 }, () => failWithoutNetwork)
    for (let n = 0; n < 10; n++) {
      await outbox.retryAllNow()
      clock += 3_600_000
    }
    expect(act()).toMatchObject({ state: 'sent', moved: { codes: 2, unchanged: 0 } })
    expect(server.state.acts).toHaveLength(10)
    expect(new Set(server.state.acts.map(call => JSON.stringify(call))).size).toBe(1)
    expect(server.state.answered.size).toBe(1)
  })

  it('goes before the report that was written after it, which may name its labels', async () => {
    online = false
    await attach(['A'])
    clock += 1
    await submit('r1')
    const order: string[] = []
    server.state.fail = [() => order.push('act'), () => order.push('report')]
    online = true
    await outbox.retryAllNow()
    expect([act().state, stateOf('r1')]).toEqual(['sent', 'sent'])
    expect(server.state.acts).toHaveLength(1)
    expect(order).toEqual(['act', 'report'])
  })

  it('that is refused names its labels, is corrected, and is sent under another key', async () => {
    const codes = [{ code: 'B', error: 'code.labelState', message: 'B is spoiled' }]
    server.state.fail = [refusal('code.labelState', { accepted: [], refused: codes })]
    await attach(['A', 'B'])
    expect(act()).toMatchObject({ state: 'refused', refusal: { codes } })
    await outbox.correct('a1')
    expect(act().content.codes.map(({ check }) => check.state)).toEqual(['unchecked', 'refused'])
    const corrected = { ...act(), content: { ...act().content, codes: act().content.codes.slice(0, 1) } }
    await outbox.submit(corrected, act().updatedAt)
    await outbox.sendDue()
    expect(act()).toMatchObject({ state: 'sent', moved: { codes: 1 } })
    expect(server.state.acts.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['a1', 'new-1'])
  })

  it('is of the person who took it alone', async () => {
    online = false
    await attach(['A'])
    online = true
    await makeOutbox('8').retryAllNow()
    expect(server.state.acts).toEqual([])
  })

  it('names single labels, ranges by their ends, and a reason only for spoiled and lost ones', () => {
    const { content } = newLabelAct({ id: 'a1', owner: '7', now: clock })
    const check = { state: 'unchecked' as const }
    content.codes = [
      { code: 'A', at: clock, check },
      { code: 'C', last: 'F', at: clock, check },
    ]
    expect(labelActBody({ content })).toEqual({ codes: ['A'], ranges: [{ first: 'C', last: 'F' }] })
    expect(labelActBody({ content: { ...content, verb: 'spoil', reason: 'damaged' } })).toMatchObject({
      reason: 'damaged',
    })
  })
})

describe('a wish to change a record', () => {
  const ask = async (proposed: LocalChange['content']['proposed'] = {}) => {
    const content = { recordId: 7, change: 'correction', reason: 'Wrong log', proposed, stage: 'felling' } as const
    await outbox.submit(newChange({ id: 'c1', owner: '7', now: clock, content }))
    await outbox.sendDue()
  }
  const wish = () => phone.items.get('c1') as LocalChange

  it('waits without a network, and is sent with the same body and key until it is answered', async () => {
    online = false
    await ask({ operator: 'Ondo', length: '11.8' })
    expect(wish()).toMatchObject({ state: 'waiting', left: false })
    expect(outbox.snapshot()).toMatchObject({ changes: [{ key: 'c1' }], reports: [], acts: [] })
    online = true
    server.state.loseAnswer = [failWithoutNetwork, failWithoutNetwork]
    for (let n = 0; n < 3; n++) {
      await outbox.retryAllNow()
      clock += 3_600_000
    }
    expect(wish()).toMatchObject({ state: 'sent', changeId: 1 })
    const body = {
      recordId: 7,
      kind: 'correction',
      reason: 'Wrong log',
      proposed: { operator: 'Ondo', values: { length: '11.8' } },
    }
    expect(server.state.changes).toEqual(Array.from({ length: 3 }, () => ({ body, idempotencyKey: 'c1' })))
  })

  it('that comes too late says so, keeps its words, and can be written anew', async () => {
    server.state.fail = [refusal('stage.changeTooLate')]
    await ask({ operator: 'Ondo' })
    expect(wish()).toMatchObject({ state: 'refused', refusal: { error: 'stage.changeTooLate' } })
    await outbox.correct('c1')
    expect(wish()).toMatchObject({ state: 'draft', content: { reason: 'Wrong log', proposed: { operator: 'Ondo' } } })
  })

  it('of a withdrawal proposes nothing', () => {
    const content = {
      recordId: 7,
      change: 'withdrawal',
      reason: 'Twice',
      proposed: { operator: 'x' },
      stage: 'felling',
    } as const
    expect(changeBody({ content })).toEqual({ recordId: 7, kind: 'withdrawal', reason: 'Twice' })
  })
})

describe('one draft in two tabs', () => {
  const reportBy = (operator: string): LocalReport => {
    const report = newReport({ id: 'r1', owner: '7', stage: 'felling', operator, now: clock })
    return report
  }
  const operator = () => phone.reports.get('r1')?.content.operator

  it('saves the entries of the first tab, and reports to the second that nothing was saved', async () => {
    const opened = await outbox.save(reportBy('opened'))
    if (!opened.isSaved) throw new Error('A new draft must be saved')
    // The clock of a phone may stop or go back: the versions must still differ.
    const first = await outbox.save(reportBy('first'), opened.updatedAt)
    expect(first.isSaved).toBe(true)
    expect(await makeOutbox().save(reportBy('second'), opened.updatedAt)).toMatchObject({
      isSaved: false,
      stored: { state: 'draft' },
    })
    expect(await makeOutbox().submit(reportBy('second'), opened.updatedAt)).toMatchObject({ isSaved: false })
    await makeOutbox().discard('r1', opened.updatedAt)
    expect(operator()).toBe('first')
    expect(stateOf()).toBe('draft')
  })

  it('does not restore a draft that was sent or removed', async () => {
    const opened = await outbox.save(reportBy('first'))
    if (!opened.isSaved) throw new Error('A new draft must be saved')
    await outbox.discard('r1', opened.updatedAt)
    expect(await outbox.save(reportBy('second'), opened.updatedAt)).toEqual({ isSaved: false, stored: undefined })
    expect(phone.reports.size).toBe(0)
  })

  it('has no conflict when one form writes it twice at once', async () => {
    const copy = createWorkingCopy(outbox, reportBy('new'), true)
    const { content } = reportBy('one')
    const all = await Promise.all([
      copy.save(content),
      copy.save(reportBy('two').content),
      copy.submit(reportBy('three').content),
    ])
    expect(all.map(one => one.isSaved)).toEqual([true, true, true])
    expect(operator()).toBe('three')
    // Later entries do not belong to the report any more.
    expect((await copy.save(content)).isSaved).toBe(false)
  })
})

describe('a decision about offered goods', () => {
  const offer: OfferRow = {
    id: 3,
    goods: 'Okoume · B-7',
    giver: 'Exporter',
    codes: 10,
    volume: '12.500',
    weight: null,
    deliveryNote: null,
    expiresOn: null,
    standing: 'open',
  }
  const receipt = () => outbox.snapshot().receipts[0]

  it('waits without a network, is sent with the same key until it is answered, and is no report', async () => {
    online = false
    await outbox.submit(newReceipt({ id: 'g1', owner: '7', now: clock, offer }), undefined)
    expect(receipt()).toMatchObject({ state: 'waiting', content: { arrival: 'all', volume: '12.500' } })
    expect(outbox.snapshot()).toMatchObject({ reports: [], acts: [], changes: [] })
    online = true
    server.state.loseAnswer = [failWithoutNetwork]
    await outbox.retryAllNow()
    await outbox.retryAllNow()
    expect(receipt()).toMatchObject({ state: 'sent', taken: { codes: 10, batchNumber: 'B-1' } })
    expect(server.state.receipts.map(({ offerId, idempotencyKey }) => [offerId, idempotencyKey])).toEqual([
      [3, 'g1'],
      [3, 'g1'],
    ])
    expect(server.state.receipts[0]).toEqual(server.state.receipts[1])
  })

  it('that is refused is corrected under a new key, and its codes are checked again', async () => {
    const begun = newReceipt({ id: 'g2', owner: '7', now: clock, offer })
    const codes = [{ code: 'A', at: 1, check: { state: 'good' as const, count: 10 } }]
    const content: ReceiptContent = { ...begun.content, arrival: 'scanned', codes }
    server.state.fail = [refusal('custody.notOffered')]
    await outbox.submit({ ...begun, content }, undefined)
    await outbox.sendDue()
    expect(receipt()).toMatchObject({ state: 'refused', refusal: { error: 'custody.notOffered' } })
    await outbox.correct('g2')
    expect(receipt()).toMatchObject({ state: 'draft', content: { codes: [{ check: { state: 'unchecked' } }] } })
    expect(receipt()!.reportId).not.toBe('g2')
  })

  describe('with pictures', () => {
    const picture = (key: string): Attachment => ({
      key,
      reportKey: 'g3',
      name: `${key}.jpg`,
      type: 'image/jpeg',
      blob: new Blob(['x']),
    })
    async function submitSigned() {
      const begun = newReceipt({ id: 'g3', owner: '7', now: clock, offer })
      const signed = { signature: ['sign'], signedBy: 'Li Wei', signedAt: '2026-02-03T04:05:00.000Z' }
      for (const key of ['a', 'removed', 'sign']) await outbox.putAttachment(picture(key))
      await outbox.submit({ ...begun, content: { ...begun.content, photos: ['a'], ...signed } }, undefined)
      await outbox.sendDue()
    }

    it('uploads them once, however often the answer is lost, and keeps none afterwards', async () => {
      server.state.loseAnswer = [failWithoutNetwork]
      await submitSigned()
      await outbox.retryAllNow()
      expect(receipt()?.state).toBe('sent')
      expect(server.state.uploads).toBe(2)
      expect(server.state.receipts[0]).toEqual(server.state.receipts[1])
      expect(server.state.receipts[0]!.body).toMatchObject({ photos: ['file-a'], signature: 'file-sign' })
      expect(await outbox.attachments('g3')).toEqual([])
    })

    it('is sent without those that the server does not take', async () => {
      server.state.failUpload = [() => {}, refusal('fileBroken')]
      await submitSigned()
      expect(receipt()).toMatchObject({ state: 'refused', refusal: { files: [{ key: 'sign' }] } })
      await outbox.sendWithoutFiles('g3')
      expect(receipt()?.state).toBe('sent')
      expect(server.state.receipts).toHaveLength(1)
      expect(server.state.receipts[0]!.body).toMatchObject({ photos: ['file-a'] })
      expect(server.state.receipts[0]!.body).not.toHaveProperty('signature')
    })
  })
})

describe('a walked plot', () => {
  const plot = () => outbox.snapshot().plots[0]
  const submitPlot = async () => {
    const item = newPlot({ id: 'p1', owner: '7', now: clock, country: 'GA' })
    const walk = advanceWalk(advanceWalk(item.content.walk, { type: 'start' }), {
      type: 'fix',
      position: [11.3, 0.2],
      accuracy: 4,
    })
    await outbox.submit({ ...item, content: { ...item.content, walk, name: 'Nzoé' } })
    await outbox.sendDue()
  }

  it('is sent again as it was when the answer is lost, and is stored once', async () => {
    server.state.loseAnswer.push(failWithoutNetwork)
    await submitPlot()
    expect(plot()).toMatchObject({ state: 'waiting', failure: 'network' })
    await outbox.retryAllNow()
    expect(plot()).toMatchObject({ state: 'sent', stored: { id: 1 } })
    const [first, second] = server.state.plots
    expect(second).toEqual(first)
    expect(first).toMatchObject({ walkId: 'p1', worstAccuracy: 4, medianAccuracy: 4 })
  })

  it('that is refused is a draft again with the same walk and another id', async () => {
    server.state.fail.push(refusal('invalid'))
    await submitPlot()
    expect(plot()?.state).toBe('refused')
    await outbox.correct('p1')
    expect(plot()).toMatchObject({ state: 'draft', content: { walk: { positions: [{ accuracy: 4 }] } } })
    expect(plot()!.reportId).not.toBe('p1')
  })
})
