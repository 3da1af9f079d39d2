/** Labels of codes: single QR images, a zip of them, and sheets for printing. */
export { missingGlyphs } from './fonts.ts'
export { assertReadable, type LabelsPdfOptions, labelsPdf, Unreadable } from './pdf.ts'
export { assertLabelPixels, minLabelPixels, qrPng } from './qr-png.ts'
export { type QrMatrix, qrMatrix, qrSvg, traceAddress } from '../../../platform/qr.ts'
export { groupCode } from './text-lines.ts'
export { type Label, type Labels, type LabelsZipOptions, labelsZip } from './zip.ts'
