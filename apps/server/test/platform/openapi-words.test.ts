import { languages } from '@timbermark/contract'
import { expect, test } from 'vitest'
import { plainPath, summaryOf } from '../../src/areas/tool/summaries.ts'
import { titleOf } from '../../src/areas/tool/titles.ts'
import { routes } from '../../src/routes.ts'

const known = new Set(['params'])

test.each(languages)('every call is logged in one line of %s (I18-02, OPS-09)', language => {
  const wrong = routes.flatMap(spec => {
    const summary = summaryOf(spec, language)
    const isForeign =
      language === 'zh'
        ? !/\p{Script=Han}/u.test(summary)
        : language === 'fr'
          ? summary === spec.summary || /\b(the|of|with|and|one|which)\b/i.test(summary)
          : /\p{Script=Han}/u.test(summary) || /(^|\s)[a-z]+\/[a-z]/.test(summary)
    return isForeign ? [`${spec.method} ${plainPath(spec.path)}: ${summary}`] : []
  })
  expect(wrong).toEqual([])
})

test.each(languages)('every search and order of a list is called by words of %s', language => {
  const nameless = routes.flatMap(spec => {
    const shape = (spec.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
    return Object.keys(shape).flatMap(name =>
      known.has(name) || titleOf(language, name, spec.labels) ? [] : [`${spec.method} ${plainPath(spec.path)} ${name}`],
    )
  })
  expect(nameless).toEqual([])
})
