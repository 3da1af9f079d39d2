import type { OfferGoods } from '@timbermark/contract/calls'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { textOfPages } from '../pdf-content.ts'
import { pdf, png } from '../samples.ts'

/** Photos of what arrived, and a signature on glass: uploads of who accepts, read by the two enterprises and nobody else. */
let world: World
let giver: Caller
let receiver: Caller
let phone: Caller
let stranger: Caller
let goods: Goods
let next = 1

beforeAll(async () => {
  world = await makeWorld({ background: true })
  const [exporter, importer, other] = [
    await world.makeTenant('EXPORTER'),
    await world.makeTenant('IMPORTER'),
    await world.makeTenant('STRANGER'),
  ]
  giver = await world.signIn(exporter, ['enterpriseAdmin'])
  receiver = await world.signIn(importer, ['enterpriseAdmin'])
  phone = await world.signIn(importer, ['fieldReporter'])
  stranger = await world.signIn(other, ['enterpriseAdmin'])
  goods = await makeGoods(world, giver)
})

async function offer(): Promise<number> {
  const numbers = [{ requestId: goods.requestId, from: next, to: next }]
  next++
  const { data, code, msg } = await giver.post<{ id: number }>('/custody/offer', { receiver: 'IMPORTER', numbers })
  expect(code, msg).toBe(200)
  return data.id
}

let uploads = 0
/** A photo of a device held upright, never the same bytes twice. */
const photo = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: { r: 120, g: 80, b: ++uploads % 250 } } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

async function upload(by: Caller, content: Buffer, name = 'photo.jpg'): Promise<string> {
  const { data, msg } = await by.upload<{ id: string }>('/common/upload', { name, content })
  expect(data, msg).not.toBeNull()
  return data.id
}

const signed = async (by: Caller, at = new Date()) => ({
  signature: await upload(by, png, 'signature.png'),
  signedBy: ' Li Wei ',
  signedAt: at.toISOString(),
})
const accept = async (by: Caller, id: number, body: object = {}) =>
  await by.put<{ codes: number }>(`/custody/offer/${id}/accept`, body)
/** Fields of a refused acceptance, each with why. */
const issuesOf = async (id: number, body: object) =>
  ((await accept(phone, id, body)).data as unknown as { issues: { field: string; error: string }[] }).issues.map(
    ({ field, error }) => `${field} ${error}`,
  )
const contents = async (by: Caller, id: number) => await by.get<OfferGoods>(`/custody/offer/${id}/goods`)
const statusOf = async (id: number) =>
  (await world.admin.query<{ status: string }>('select status from custody_offer where id = $1', [id])).rows[0]!.status
const fileAt = async (url: string) => (await fetchFile(url)).length
const fetchFile = async (url: string) => (await stranger.get(url.replace(/^\/api/, ''))).raw

describe('a receipt with photos and a signature', () => {
  test('is accepted by phone, and both sides read them', async () => {
    const id = await offer()
    expect((await contents(giver, id)).data).toMatchObject({ photos: [], signature: null })
    const pictures = await Promise.all([photo(), photo()])
    const photos = [await upload(phone, pictures[0]!), await upload(phone, pictures[1]!)]
    const at = new Date(Date.now() - 3_600_000)
    // Named twice, it is one photo.
    const answer = await accept(phone, id, { photos: [...photos, photos[0]], ...(await signed(phone, at)) })
    expect(answer.code, answer.msg).toBe(200)
    for (const by of [giver, receiver, phone]) {
      const { data } = await contents(by, id)
      expect(data.photos.map(file => file.id)).toEqual(photos)
      expect(data.signature).toMatchObject({ name: 'Li Wei', time: at.toISOString(), file: { type: 'image/png' } })
      expect(await fileAt(data.photos[1]!.url)).toBe(pictures[1]!.length)
    }
  })

  test('is read by nobody else, and by no address without its signature', async () => {
    const id = await offer()
    const [file] = [await upload(phone, await photo())]
    await accept(phone, id, { photos: [file], ...(await signed(phone)) })
    expect((await contents(stranger, id)).error).toBe('notFound')
    expect((await stranger.get(`/file/${file}`)).error).toBe('notFound')
    expect((await giver.get(`/file/${file}`)).error).toBe('notFound')
    expect((await giver.get(`/common/download?fileName=${file}`)).error).toBe('notFound')
    // What the person uploaded stays with the receipt.
    await phone.get(`/common/download?fileName=${file}&delete=true`)
    expect((await contents(giver, id)).data.photos).toHaveLength(1)
  })

  test('stands on the receipt: name, time, signature and photos', async () => {
    const id = await offer()
    const photos = await Promise.all(Array.from({ length: 5 }, async () => upload(phone, await photo())))
    await accept(phone, id, { photos, ...(await signed(phone, new Date('2026-02-03T04:05:00Z'))) })
    const { raw } = await giver.get(`/custody/offer/${id}/paper?kind=receipt`, {
      'accept-language': 'en',
      'x-time-zone': 'Asia/Shanghai',
    })
    const lines = textOfPages(raw).flatMap(text => text.replaceAll('\u00a0', ' ').split('\n'))
    expect(lines).toEqual(expect.arrayContaining(['Photos on arrival', 'Li Wei']))
    expect(lines.some(line => /3 Feb 2026.*12:05/.test(line))).toBe(true)
    expect(raw.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(6)
    // A photo of a phone held upright is drawn upright.
    expect(raw.toString('latin1')).toMatch(/\/Width 480\b/)
    // The delivery note went with the goods before anybody signed.
    const note = await giver.get(`/custody/offer/${id}/paper?kind=deliveryNote`, { 'accept-language': 'en' })
    expect(textOfPages(note.raw).join('\n')).not.toContain('Li Wei')
  })

  test('is signed at the latest when it arrives', async () => {
    const id = await offer()
    await accept(phone, id, await signed(phone, new Date(Date.now() + 86_400_000)))
    const { signature } = (await contents(giver, id)).data
    expect(Math.abs(Date.parse(signature!.time) - Date.now())).toBeLessThan(60_000)
  })
})

describe('nothing is taken over', () => {
  test('with files of a colleague, of another enterprise, of another record, or of nobody', async () => {
    const id = await offer()
    const taken = await offer()
    const used = await upload(phone, await photo())
    expect((await accept(phone, taken, { photos: [used] })).code).toBe(200)
    const others = [await upload(receiver, await photo()), await upload(giver, await photo()), used, 'A'.repeat(24)]
    for (const other of others) {
      expect((await accept(phone, id, { photos: [other] })).error).toBe('fileMissing')
      const parts = { ...(await signed(phone)), signature: other }
      expect((await accept(phone, id, parts)).error).toBe('fileMissing')
    }
    expect(await statusOf(id)).toBe('open')
    // An upload of a refused receipt can be sent again.
    const fresh = await upload(phone, await photo())
    await accept(phone, id, { photos: [fresh, others[0]] })
    expect((await accept(phone, id, { photos: [fresh] })).code).toBe(200)
  })

  test('with files of another type or size', async () => {
    const id = await offer()
    const paper = await upload(phone, pdf, 'paper.pdf')
    expect(await issuesOf(id, { photos: [paper] })).toEqual(['photos fileType'])
    const drawn = { ...(await signed(phone)), signature: await upload(phone, await photo()) }
    expect(await issuesOf(id, drawn)).toEqual(['signature fileType'])
    const large = await upload(phone, await photo())
    await world.admin.query('update file_object set size = 1048577 where id = $1', [large])
    expect(await issuesOf(id, { photos: [large] })).toEqual(['photos fileTooLarge'])
    expect(await issuesOf(id, { photos: Array.from({ length: 11 }, (_, n) => `file-${n}`) })).toHaveLength(1)
    expect(await statusOf(id)).toBe('open')
  })

  test('with a signature without a name or a time, or with a name that signed nothing', async () => {
    const id = await offer()
    const { signature, signedBy, signedAt } = await signed(phone)
    expect(await issuesOf(id, { signature })).toEqual(['signedBy required', 'signedAt required'])
    expect(await issuesOf(id, { signature, signedBy: '  ', signedAt })).toEqual(['signedBy required'])
    expect(await issuesOf(id, { signedBy, signedAt })).toEqual(['signature required'])
    expect(await statusOf(id)).toBe('open')
  })
})
