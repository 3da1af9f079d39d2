/**
 * What labels are printed on, in millimetres: sheets of many labels to be cut, or rolls of a thermal printer, one label
 * each, in the sizes that such printers commonly take.
 */
export const labelPapers = {
  a4: { width: 210, height: 297, roll: false },
  '50x30': { width: 50, height: 30, roll: true },
  '60x40': { width: 60, height: 40, roll: true },
  '70x50': { width: 70, height: 50, roll: true },
  '80x60': { width: 80, height: 60, roll: true },
  '100x70': { width: 100, height: 70, roll: true },
} as const

export type LabelPaper = keyof typeof labelPapers
export const labelPaperNames = Object.keys(labelPapers) as [LabelPaper, ...LabelPaper[]]

/** Pixels of a QR picture to the inch, where a size in pixels is printed on paper. */
export const labelPixelsPerInch = 300
