import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const font = require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

/** A one-page document of the demonstration, marked as such. */
export function paper(title: string, lines: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ size: 'A4', margin: 56, info: { Title: title } })
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.font(font)
    pdf.rect(36, 36, 523, 770).lineWidth(1.2).strokeColor('#8a6d4b').stroke()
    pdf.rect(42, 42, 511, 758).lineWidth(0.4).stroke()
    pdf.fillColor('#3b2f25').fontSize(22).text(title, { align: 'center' })
    pdf.moveDown(1.5).fontSize(11)
    for (const line of lines) pdf.text(line).moveDown(0.6)
    pdf
      .save()
      .rotate(-32, { origin: [297, 470] })
      .fillColor('#b0553a')
      .opacity(0.16)
      .fontSize(58)
      .text('DEMONSTRATION', 60, 440, { align: 'center', lineBreak: false })
      .restore()
    pdf.end()
  })
}
