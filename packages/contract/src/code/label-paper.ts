/**
 * Papers for labels, in millimetres: sheets of many labels to cut, or rolls for thermal printers with one label each, in common sizes.
 */
export const labelPapers = {
  a4: { width: 210, height: 297, roll: false },
  a5: { width: 148, height: 210, roll: false },
  letter: { width: 215.9, height: 279.4, roll: false },
  '50x30': { width: 50, height: 30, roll: true },
  '60x40': { width: 60, height: 40, roll: true },
  '70x50': { width: 70, height: 50, roll: true },
  '80x60': { width: 80, height: 60, roll: true },
  '100x70': { width: 100, height: 70, roll: true },
} as const

export type LabelPaper = keyof typeof labelPapers
/** Papers of stored layouts: the delivered ones, or custom measures. */
export const layoutPapers = [
  'a4',
  'a5',
  'letter',
  '50x30',
  '60x40',
  '70x50',
  '80x60',
  '100x70',
  'own',
] as const satisfies (LabelPaper | 'own')[]

export const labelPaperNames = Object.keys(labelPapers) as [LabelPaper, ...LabelPaper[]]

/** Pixels of a QR picture to the inch, where a size in pixels is printed on paper. */
export const labelPixelsPerInch = 300
