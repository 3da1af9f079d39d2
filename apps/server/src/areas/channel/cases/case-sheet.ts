import type { CaseEvidence } from '@timbermark/contract/calls'
import { sheetAnswer, textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import type { Call, FileAnswer, BeforeWire } from '../../../platform/http/http.ts'

async function* each(rows: Iterable<unknown[]>): AsyncGenerator<unknown[]> {
  yield* rows
}

/** The evidence of a case as a workbook, for a dealer or a court. Networks are numbers, not addresses. */
export function evidenceSheet(
  asking: Pick<Call, 'request' | 'language'>,
  { visits }: BeforeWire<CaseEvidence>,
): Promise<FileAnswer> {
  const { language } = asking
  const title = (key: string) => word(language, `channel.case.${key}`)
  const columns = [
    { title: title('visitAt'), width: 20, kind: 'datetime' as const },
    textColumn(title('visitKind'), 12),
    textColumn(title('code'), 24),
    textColumn(title('place'), 36),
    ...['longitude', 'latitude'].map(key => ({ title: title(key), width: 14, kind: 'decimal' as const, decimals: 6 })),
    { title: title('weightPercent'), width: 12, kind: 'integer' as const },
    { title: title('sourceNumber'), width: 12, kind: 'integer' as const },
  ]
  const rows = visits.map(visit => [
    visit.at,
    title(visit.log),
    visit.code,
    visit.place,
    visit.longitude,
    visit.latitude,
    Math.round(visit.weight * 100),
    visit.source,
  ])
  return sheetAnswer(asking, word(language, 'channel.case.evidenceSheet'), columns, each(rows))
}
