import { beforeAll, describe, expect, test } from 'vitest'
import type { OfferPaper } from '@timbermark/contract/calls'
import { phrase } from '@timbermark/phrases/all'
import { groupCode, traceAddress } from '../../src/areas/code/labels/labels.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { decodePage, pagesOf, streams, textOfPages } from '../pdf-content.ts'

let world: World
let giver: Caller
let receiver: Caller
let third: Caller
let phone: Caller
/** At the giver, whose role shows what is its own; at the receiver offers are of nobody in particular. */
let giverPhone: Caller
let goods: Goods

beforeAll(async () => {
  world = await makeWorld({ background: true })
  const tenants = [
    await world.makeTenant('EXPORTER'),
    await world.makeTenant('IMPORTER'),
    await world.makeTenant('FACTORY'),
  ]
  ;[giver, receiver, third] = (await Promise.all(tenants.map(tenant => world.signIn(tenant, ['enterpriseAdmin'])))) as [
    Caller,
    Caller,
    Caller,
  ]
  phone = await world.signIn(tenants[1]!, ['fieldReporter'])
  giverPhone = await world.signIn(tenants[0]!, ['fieldReporter'])
  goods = await makeGoods(world, giver)
})

const numbers = (from: number, to: number) => ({ requestId: goods.requestId, from, to })

async function offer(by: Caller, to: string, body: object): Promise<number> {
  const answer = await by.post<{ id: number }>('/custody/offer', { receiver: to, ...body })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}

const accept = async (by: Caller, id: number, body: object = {}) =>
  expect(await by.put(`/custody/offer/${id}/accept`, body)).toMatchObject({ code: 200 })

const paper = (by: Caller, id: number, kind: OfferPaper, language = 'en') =>
  by.get(`/custody/offer/${id}/paper?kind=${kind}`, { 'accept-language': language, 'x-time-zone': 'Asia/Shanghai' })

/** The lines of a paper, with plain spaces. */
async function linesOf(by: Caller, id: number, kind: OfferPaper, language = 'en'): Promise<string[]> {
  const { raw, headers } = await paper(by, id, kind, language)
  expect(headers['content-type']).toBe('application/pdf')
  return textOfPages(raw).flatMap(text => text.replaceAll('\u00a0', ' ').split('\n'))
}

const described = {
  volume: '1234.5',
  weight: '7200.250',
  deliveryNote: 'BL-GA-0231',
  place: 'Libreville, quai 3',
  terms: 'FOB Libreville',
  expiresOn: '2099-03-01',
}

describe('the delivery note of an offer', () => {
  test('names both sides, the goods and the codes on them, the same for both', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(1, 10), numbers(21, 21)], ...described })
    const lines = await linesOf(giver, id, 'deliveryNote')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Delivery note',
        `Handover No. ${id}`,
        'Delivery note No. BL-GA-0231',
        'Demo EXPORTER',
        'Demo IMPORTER',
        '1 Mar 2099 (UTC)',
        'Libreville, quai 3',
        'FOB Libreville',
        '1,234.500',
        '7,200.250',
        groupCode(goods.codes[0]!),
        groupCode(goods.codes[9]!),
        groupCode(goods.codes[20]!),
        'Total',
        '11',
        phrase('en', 'custody.paper.proof.deliveryNote'),
        'Page 1 / 1',
      ]),
    )
    expect(lines.filter(line => line === 'Signature')).toHaveLength(2)
    expect(lines.filter(line => line.endsWith('(UTC+8)'))).not.toHaveLength(0)
    // Nothing has arrived.
    expect(lines).not.toContain('Received')
    const others = await linesOf(receiver, id, 'deliveryNote')
    expect(others.filter(line => !line.includes('Printed'))).toEqual(lines.filter(line => !line.includes('Printed')))
    expect(await linesOf(phone, id, 'deliveryNote')).toContain('Delivery note')
  })

  test('bears the symbol of the first item, as its label does', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(31, 32)] })
    const { raw } = await paper(receiver, id, 'deliveryNote')
    const [symbol, ...more] = streams(raw).flatMap(content => decodePage(content))
    expect(symbol?.text).toBe(traceAddress(world.services.settings.publicUrl, goods.codes[30]!))
    expect(more).toEqual([])
    // Packages without items have no trace page to show.
    const boxes = await makeGoods(world, giver, { codeType: 'package', batchId: goods.batchId })
    const packed = await offer(giver, 'IMPORTER', { codes: [boxes.codes[0]] })
    const { raw: bare } = await paper(receiver, packed, 'deliveryNote')
    expect(streams(bare).flatMap(content => decodePage(content))).toEqual([])
  })

  test('is in the language of the request, numbers and days as well', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(41, 50)], ...described })
    expect(await linesOf(giver, id, 'deliveryNote', 'fr')).toEqual(
      expect.arrayContaining([
        'Bon de livraison',
        '1 mars 2099 (UTC)',
        '1 234,500',
        'Article',
        phrase('fr', 'custody.paper.proof.deliveryNote').replaceAll('\u202f', ' '),
      ]),
    )
    expect(await linesOf(giver, id, 'deliveryNote', 'zh')).toEqual(
      expect.arrayContaining(['送货单', '2099年3月1日（UTC）', '1,234.500', '单品码', '签名（盖章）']),
    )
  })

  test('goes on over pages with 500 ranges, under the same heading', async () => {
    const many = Array.from({ length: 500 }, (_, n) => numbers(1001 + 2 * n, 1001 + 2 * n))
    const id = await offer(giver, 'IMPORTER', { numbers: many })
    const { raw } = await paper(receiver, id, 'deliveryNote')
    const pages = textOfPages(raw)
    expect(pages.length).toBeGreaterThan(8)
    expect(pages).toHaveLength(pagesOf(raw))
    const heading = phrase('en', 'custody.paper.first')
    const withRows = pages.filter(text => /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/m.test(text))
    for (const text of withRows) expect(text.split('\n')).toContain(heading)
    for (const text of withRows.slice(1)) expect(text).toContain('Codes on the goods (continued)')
    expect(pages.map(text => text.split('\n').at(-1))).toEqual(pages.map((_, n) => `Page ${n + 1} / ${pages.length}`))
    const lines = pages.flatMap(text => text.split('\n'))
    expect(lines.filter(line => line === 'Item')).toHaveLength(500)
    for (let n = 1; n <= 500; n++) expect(lines).toContain(String(n))
    expect(pages.at(-1)).toContain('Signature')
  })

  test('goes on over pages with terms of many lines', async () => {
    const terms = Array.from({ length: 120 }, (_, n) => `§${n}`).join('\n')
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(55, 56)], terms })
    const pages = textOfPages((await paper(giver, id, 'deliveryNote')).raw)
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flatMap(text => text.split('\n')).filter(line => line.startsWith('§'))).toEqual(terms.split('\n'))
  })

  test('names received goods by the codes that are printed on them, without those that lie between', async () => {
    const first = await offer(giver, 'IMPORTER', { numbers: [numbers(5001, 5004), numbers(5007, 5008)] })
    await accept(receiver, first)
    const { rows } = await receiver.get('/code/request/list')
    const requestId = rows.find(row => row.count === 6)!.id
    const id = await offer(receiver, 'FACTORY', { numbers: [{ requestId, from: 2, to: 6 }] })
    const lines = await linesOf(third, id, 'deliveryNote')
    const codes = await Promise.all([5002, 5004, 5007, 5008].map(codeAt))
    const printed = lines.filter(line => /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/.test(line))
    // The first one stands under the symbol too.
    expect(printed.slice(1)).toEqual(codes.map(groupCode))
  })

  test('is refused to others, and for what was declined or withdrawn', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(61, 62)] })
    expect((await paper(third, id, 'deliveryNote')).error).toBe('notFound')
    expect((await paper(giverPhone, id, 'deliveryNote')).error).toBe('notFound')
    expect((await paper(phone, id, 'deliveryNote')).status).toBe(200)
    expect((await paper(giver, 999_999, 'deliveryNote')).error).toBe('notFound')
    expect((await giver.get(`/custody/offer/${id}/paper?kind=invoice`)).error).toBe('invalid')
    await receiver.put(`/custody/offer/${id}/decline`, { reason: 'Wet' })
    expect((await paper(giver, id, 'deliveryNote')).error).toBe('custody.noDeliveryNote')
    const other = await offer(giver, 'IMPORTER', { numbers: [numbers(61, 62)] })
    await giver.put(`/custody/offer/${other}/withdraw`, {})
    expect(await paper(receiver, other, 'deliveryNote', 'fr')).toMatchObject({
      error: 'custody.noDeliveryNote',
      msg: phrase('fr', 'error.custody.noDeliveryNote'),
    })
    expect((await paper(receiver, other, 'receipt')).error).toBe('custody.noReceipt')
  })
})

describe('the receipt of accepted goods', () => {
  test('says what arrived, how it differs and why, and which codes stayed', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(71, 80)], ...described })
    expect((await paper(receiver, id, 'receipt')).error).toBe('custody.noReceipt')
    const [left, after] = await Promise.all([codeAt(74), codeAt(75)])
    await accept(receiver, id, {
      without: { codes: [left] },
      receivedVolume: '1234.4',
      difference: 'One board is broken',
    })
    const lines = await linesOf(giver, id, 'receipt')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Receipt of goods',
        'Taken over',
        'Received',
        '1,234.500',
        '1,234.400',
        '-0.100',
        'not measured',
        'Reason of the difference',
        'One board is broken',
        'Codes taken over',
        'Codes left with the giver',
        phrase('en', 'custody.paper.proof.receipt'),
      ]),
    )
    const quantities = lines.slice(lines.indexOf('Codes'), lines.indexOf('Volume (m³)'))
    expect(quantities).toEqual(['Codes', '10', '9', '-1'])
    const taken = lines.slice(lines.indexOf('Codes taken over'), lines.indexOf('Codes left with the giver'))
    expect(taken).toContain(groupCode(after!))
    expect(taken).not.toContain(groupCode(left!))
    const remaining = lines.slice(lines.indexOf('Codes left with the giver'))
    expect(remaining.filter(line => line === groupCode(left!))).toHaveLength(2)
    expect(await linesOf(phone, id, 'receipt', 'zh')).toEqual(expect.arrayContaining(['收货单', '仍由交出方持有的码']))
    expect(await linesOf(giver, id, 'deliveryNote')).toContain('Delivery note')
    expect((await paper(third, id, 'receipt')).error).toBe('notFound')
  })

  test('of everything as offered says no difference', async () => {
    const id = await offer(giver, 'IMPORTER', { numbers: [numbers(81, 90)], ...described })
    await accept(receiver, id, { receivedVolume: '1234.500', receivedWeight: '7200.25' })
    const lines = await linesOf(receiver, id, 'receipt', 'fr')
    expect(lines).toContain('Écart')
    expect(lines).not.toContain('Motif de la différence')
    expect(lines).not.toContain('Codes restés chez l’expéditeur')
    expect(lines.filter(line => line === '0,000')).toHaveLength(2)
  })
})

test('an account draws thirty papers at once, and then waits; others do not wait for it', async () => {
  const id = await offer(giver, 'IMPORTER', { numbers: [numbers(91, 91)], ...described })
  const eager = await world.signIn({ id: giver.tenantId, deptId: null }, ['enterpriseAdmin'])
  const answers = await Promise.all(Array.from({ length: 31 }, () => paper(eager, id, 'deliveryNote')))
  expect(answers.map(({ error }) => error).filter(Boolean)).toEqual(['tooMany'])
  expect((await paper(giver, id, 'deliveryNote')).headers['content-type']).toBe('application/pdf')
})

/** The code of a number, counted from 1. */
async function codeAt(number: number): Promise<string> {
  const { rows } = await world.admin.query<{ n: number }>(
    'select request_number as n from code_request where id = $1',
    [goods.requestId],
  )
  return (await world.services.directory.load([rows[0]!.n])).codeAt(rows[0]!.n, number - 1)!
}
