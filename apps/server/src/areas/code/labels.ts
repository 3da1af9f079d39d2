/** Labels of codes as pictures: single QR pictures, a zip of them, and sheets for printing. */
export { type LabelsPdfOptions, labelsPdf } from './labels-pdf.ts'
export { assertLabelPixels, minLabelPixels, qrPng } from './labels-png.ts'
export { type QrMatrix, qrMatrix, qrSvg, traceAddress } from './labels-qr.ts'
export { groupCode } from './labels-sheet.ts'
export { type Label, type Labels, type LabelsZipOptions, labelsZip } from './labels-zip.ts'
