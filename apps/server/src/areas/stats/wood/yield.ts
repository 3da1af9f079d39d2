import { exportYield, woodYield } from '@timbermark/contract/calls'
import { dictionaryWords } from '../../../entity/dictionary.ts'
import { sheetAnswer, textColumn } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { XlsxColumn } from '../../../platform/workbook/xlsx/xlsx.ts'
import { loadYields } from './load-yields.ts'

export const yieldRoutes: RouteSpec[] = [
  serve(woodYield, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db => loadYields(db, actor, woodYield.access.permission, query)),
  ),
  serve(exportYield, async call => {
    const { services, actor, query, language } = call
    const { rows, species } = await services.database.withTenant(actor.tenantId, async db => ({
      ...(await loadYields(db, actor, exportYield.access.permission, query)),
      species: await dictionaryWords(db, 'tree_species', language),
    }))
    const title = (key: string) => word(language, `material.yield.${key}`)
    const number = (key: string, decimals: number): XlsxColumn => ({
      title: title(key),
      width: 14,
      kind: decimals === 0 ? 'integer' : 'decimal',
      ...(decimals > 0 && { decimals }),
    })
    const cells = async function* () {
      for (const row of rows)
        yield [
          row.month,
          word(language, `stage.${row.stage}`),
          species.get(row.species) ?? row.species,
          Number(row.input),
          Number(row.output),
          row.yield,
          row.band.from,
          row.band.to,
          title(row.band.isLearned ? 'learned' : 'first'),
          row.records,
          row.outside,
        ]
    }
    return sheetAnswer(
      call,
      word(language, 'menu.material.yield'),
      [
        textColumn(title('month')),
        textColumn(title('stage')),
        textColumn(title('species')),
        number('input', 3),
        number('output', 3),
        number('percent', 1),
        number('bandFrom', 1),
        number('bandTo', 1),
        textColumn(title('band')),
        number('records', 0),
        number('outside', 0),
      ],
      cells(),
    )
  }),
]
