import { labelPixelsPerInch } from '@timbermark/contract'
import { darkRuns, qrMatrix, quietZone } from '../../../platform/qr.ts'

/**
 * One QR image as its own PDF (ISO 32000-1), for printing programs that take single images: a page of the size of the image,
 * with the modules as one filled path.
 *
 * @param pixels side of the image with its quiet zone, at `labelPixelsPerInch`
 */
export function qrPdf(text: string, pixels: number): Buffer {
  const matrix = qrMatrix(text)
  const side = (pixels / labelPixelsPerInch) * 72
  const module = side / (matrix.size + 2 * quietZone)
  let path = `1 1 1 rg 0 0 ${number(side)} ${number(side)} re f 0 0 0 rg ${number(module)} 0 0 ${number(-module)} 0 ${number(side)} cm\n`
  for (const [x, y, length] of darkRuns(matrix)) path += `${x + quietZone} ${y + quietZone} ${length} 1 re\n`
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(side)} ${number(side)}] /Contents 4 0 R /Resources << >> >>`,
    `<< /Length ${path.length + 1} >>\nstream\n${path}f\nendstream`,
  ])
}

const number = (value: number) => String(Math.round(value * 10_000) / 10_000)

/** A PDF file of objects numbered from 1, with the cross-reference table (section 7.5.4). */
function fileOf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
