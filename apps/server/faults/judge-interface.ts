import { createHash } from 'node:crypto'
import type { Books, Entry } from './books.ts'
import { call } from './call.ts'
import type { Verdict } from './verdict.ts'

/** Newest acknowledged writes of each kind that are also read through the interface. */
const sample = 8
/** Sessions end after 30 minutes without use. */
const sessionMs = 20 * 60_000

interface Access {
  address: string
  token: string
  /** False after the clock was moved: sessions have ended. */
  hasSessions?: boolean
}

/** What the database holds must also be answered to a caller. */
export async function judgeInterface(access: Access, books: Books, verdict: Verdict): Promise<void> {
  const { address, token } = access
  const get = <T>(path: string) => call<T>(address, 'GET', path, { token })
  const missing = (entry: Entry, answer: unknown) =>
    verdict.wrong.push(`${entry.kind} ${entry.mark} is not answered: ${JSON.stringify(answer).slice(0, 120)}`)

  for (const entry of books.acknowledged('report').slice(-sample)) {
    const answer = await get<{ codeList: string[] }>(`/stage/record/${entry.answer!.recordId}`)
    if (answer.how !== 'done' || answer.data.codeList.join() !== entry.facts.codes.join()) missing(entry, answer)
  }
  for (const entry of books.acknowledged('add').slice(-sample)) {
    if (!entry.answer) continue
    const answer = await get<{ goodsName: string }>(`/trade/listing/${entry.answer.id}`)
    if (answer.how !== 'done' || answer.data.goodsName !== entry.mark) missing(entry, answer)
  }
  for (const entry of books.acknowledged('upload').slice(-sample)) {
    if (!entry.answer) continue
    const response = await fetch(`${address}/api/common/download?fileName=${entry.answer.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const content = Buffer.from(await response.arrayBuffer())
    if (createHash('sha256').update(content).digest('hex') !== entry.facts.sha256) missing(entry, response.status)
  }
  for (const entry of books.acknowledged('scan').slice(-sample)) {
    const answer = await get<{ scanCount: number }>(`/code/qr/${entry.facts.code}`)
    if (answer.how !== 'done' || answer.data.scanCount < entry.answer!.scans) missing(entry, answer)
  }
  for (const entry of books.acknowledged('request').slice(-sample)) await judgeRequest(access, entry, verdict)
  if (access.hasSessions === false) return
  const recent = books.acknowledged('signIn').filter(entry => performance.now() - entry.at! < sessionMs)
  for (const entry of recent.slice(-sample)) {
    const answer = await call(address, 'GET', '/getInfo', { token: entry.answer!.token })
    if (answer.how !== 'done') missing(entry, answer)
  }
}

/** A request ends completed, with the lines of its manifest, or failed; one that was never submitted may wait. */
async function judgeRequest({ address, token }: Access, entry: Entry<'request'>, verdict: Verdict): Promise<void> {
  // Reading many lines costs more than it proves.
  if (!entry.answer || entry.facts.count > 10_000) return
  const { id } = entry.answer
  const answer = await call<{ status: string; manifest: { sha256: string } | null }>(
    address,
    'GET',
    `/code/request/${id}`,
    { token },
  )
  if (answer.how !== 'done') {
    verdict.wrong.push(`code request ${id} is not answered: ${JSON.stringify(answer).slice(0, 120)}`)
    return
  }
  if (answer.data.status !== 'completed' && answer.data.status !== 'downloaded') return
  const response = await fetch(`${address}/api/code/request/${id}/download?format=csv`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const sha256 = createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
  if (sha256 !== answer.data.manifest?.sha256)
    verdict.wrong.push(`the lines of code request ${id} are not its manifest’s`)
}
