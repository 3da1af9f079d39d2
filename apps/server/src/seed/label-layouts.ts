import type { LabelDesign } from '@timbermark/contract'

/** Label layouts of a demonstration enterprise: labels to be cut from A4, and a roll for the yard. */
export function demoLayouts(language: 'zh' | 'en' | 'fr'): (LabelDesign & { name: string })[] {
  const names = {
    zh: ['A4 三列八行', '60 × 40 标签卷'],
    en: ['A4, three by eight', 'Roll 60 × 40'],
    fr: ['A4, trois par huit', 'Rouleau 60 × 40'],
  }[language]
  const visibleParts = {
    showProduct: true,
    showBatch: true,
    showOrigin: true,
    showDate: true,
    showCode: true,
    showSecurity: true,
  }
  return [
    {
      name: names[0]!,
      paper: 'a4',
      columns: 3,
      rows: 8,
      marginTop: '17',
      marginBottom: '14',
      marginSide: '10',
      gapX: '2',
      gapY: '0',
      errorLevel: 'auto',
      dpi: '300',
      ...visibleParts,
      showHeading: true,
      cutMarks: true,
    },
    {
      name: names[1]!,
      paper: '60x40',
      columns: 1,
      rows: 1,
      marginTop: '1',
      marginBottom: '1',
      marginSide: '1',
      gapX: '0',
      gapY: '0',
      errorLevel: 'quartile',
      dpi: '203',
      ...visibleParts,
      showHeading: false,
      cutMarks: false,
    },
  ]
}
