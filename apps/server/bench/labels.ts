/** Labels compared with the simple ways: pictures by the most used package, sheets drawn by library calls for each label. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as breathe } from 'node:timers/promises'
import { traceAddress } from '@timbermark/codes'
import { deriveRequestKeys, RequestCodes } from '@timbermark/codes/node'
import jsqr from 'jsqr'
import PDFDocument from 'pdfkit'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { groupCode, labelsPdf } from '../src/areas/code/labels/labels.ts'
import { darkRuns, qrMatrix } from '../src/platform/qr.ts'
import { qrPng } from '../src/areas/code/labels/qr-png.ts'
import type { Claim } from './bench.ts'
import { median } from './bench.ts'

export async function measureLabels(): Promise<Claim[]> {
  const codes = new RequestCodes(deriveRequestKeys(randomBytes(32), 1, 1), 1)
  const texts = Array.from({ length: 120 }, (_, serial) => traceAddress('https://trace.example', codes.code(serial)))
  const ours: number[] = []
  const theirs: number[] = []
  const pictures: Buffer[] = []
  // A sheet has thousands: the first ones, until both are compiled, are not measured.
  for (const text of texts) {
    qrPng(text, 300)
    await qrcode.toBuffer(text, { type: 'png', width: 300, errorCorrectionLevel: 'M' })
  }
  for (const text of texts) {
    const started = performance.now()
    pictures.push(qrPng(text, 300))
    ours.push(performance.now() - started)
    const again = performance.now()
    await qrcode.toBuffer(text, { type: 'png', width: 300, errorCorrectionLevel: 'M' })
    theirs.push(performance.now() - again)
  }
  let read = 0
  // A CommonJS module whose types say otherwise: the function is its default export, twice under Node.
  const decode = (jsqr as unknown as { default: typeof import('jsqr').default }).default
  for (const [index, picture] of pictures.entries()) {
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    if (decode(new Uint8ClampedArray(data), info.width, info.height)?.data === texts[index]) read++
  }
  const ratio = median(theirs) / median(ours)
  return [
    ...(await measureSheets(codes)),
    {
      title: 'labels as PNG, 300 px',
      found: `${median(ours).toFixed(2)} ms against ${median(theirs).toFixed(2)} ms of the qrcode package: ${ratio.toFixed(0)} times; ${read} of ${pictures.length} read back by a foreign decoder`,
      bound: 'at least 20 times as fast, all read',
      held: ratio >= 20 && read === pictures.length,
    },
  ]
}

const lines = ['Okoumé Sawn Timber 奥古曼', 'Batch ZJ-2026-018', 'GA\u00a0· F1', '2026-11-01\u00a0· OKO']
const publicUrl = 'https://trace.example'
const sheets = 10_000
const plainSheets = 1000

/** Processor time of some work, in microseconds per label. */
async function processorFor(labels: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / labels
}

/** The simple way, which ours used to be: every line, panel and code of every label is a library call. */
async function plainSheet(codes: RequestCodes, count: number): Promise<void> {
  const require = createRequire(import.meta.url)
  const pdf = new PDFDocument({ margin: 0, autoFirstPage: false })
  pdf.registerFont(
    'text',
    await readFile(require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')),
  )
  pdf.on('data', () => {})
  for (let serial = 0; serial < count; serial++) {
    if (serial % 15 === 0) {
      pdf.addPage({ size: 'A4', margin: 0 })
      await breathe()
    }
    const x = 40 + (serial % 3) * 180
    const y = 50 + Math.floor((serial % 15) / 3) * 150
    const matrix = qrMatrix(traceAddress(publicUrl, codes.code(serial)))
    pdf
      .save()
      .translate(x, y)
      .scale(65 / matrix.size)
    for (const [column, row, length] of darkRuns(matrix)) pdf.rect(column, row, length, 1)
    pdf.fill('#000').restore()
    pdf.font('text', 7).fillColor('#1f2933')
    for (const [n, line] of lines.entries()) pdf.text(line, x + 72, y + n * 10, { lineBreak: false })
    pdf.fontSize(10).text(groupCode(codes.code(serial)), x, y + 74, { lineBreak: false })
    pdf
      .roundedRect(x, y + 92, 150, 16, 3)
      .lineWidth(0.5)
      .stroke('#aeb5bb')
    pdf.text(codes.security(serial, 'alnum', 8), x + 40, y + 94, { lineBreak: false })
  }
  pdf.end()
}

async function measureSheets(codes: RequestCodes): Promise<Claim[]> {
  const labels = function* (count: number) {
    for (let serial = 0; serial < count; serial++)
      yield { code: codes.code(serial), security: codes.security(serial, 'alnum', 8), lines }
  }
  const texts = { scratch: 'Scratch to check', page: '{page} / {pages}', key: '' }
  let first = 0
  let peak = 0
  const sheet = async (count: number) => {
    const started = performance.now()
    first = 0
    for await (const _ of labelsPdf(labels(count), { title: 'Bench', publicUrl, texts, count })) {
      first ||= performance.now() - started
      peak = Math.max(peak, process.memoryUsage().rss)
    }
  }
  await sheet(300)
  await plainSheet(codes, 100)
  const memory = process.memoryUsage().rss
  peak = memory
  const loop = monitorEventLoopDelay({ resolution: 2 })
  loop.enable()
  const started = performance.now()
  const ours = await processorFor(sheets, () => sheet(sheets))
  const took = performance.now() - started
  loop.disable()
  const grown = (peak - memory) / 2 ** 20
  const began = first
  const theirs = await processorFor(plainSheets, () => plainSheet(codes, plainSheets))
  const waits = loop.percentile(95) / 1e6
  return [
    {
      title: `${sheets} labels as a PDF`,
      found: `${((sheets / took) * 1000).toFixed(0)} a second, ${ours.toFixed(0)} µs of the processor for each against ${theirs.toFixed(0)} µs when each is drawn by calls of the library: ${(theirs / ours).toFixed(1)} times`,
      bound: '2000 a second of the processor',
      held: ours <= 500,
    },
    {
      title: 'the same, to those who wait for it and beside it',
      found: `first byte after ${began.toFixed(0)} ms; resident memory grew ${grown.toFixed(0)} MB; others wait ${waits.toFixed(1)} ms for their turn (95 in 100; ${(loop.max / 1e6).toFixed(0)} ms at most)`,
      bound: 'first byte under 300 ms, memory under 50 MB, turns under 20 ms',
      held: began < 300 && grown < 50 && waits < 20,
    },
  ]
}
