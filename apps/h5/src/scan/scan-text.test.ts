import { describe, expect, it } from 'vitest'
import { parseScan } from './scan-text.ts'

const code = '0000AX7QK2M5N8P9R3T6'

describe('a scanned or typed text', () => {
  it.each([
    [`HTTPS://TIMBER.EXAMPLE/C/${code}`],
    [`https://timber.example/c/${code}?from=singlemessage`],
    [`http://timber.example:8080/c?code=${code}&x=1`],
    [`https://timber.example/01/09506000134352/10/B1/21/${code}`],
    ['  oooo-ax7qk 2m5n8-p9r3t6\n'],
    [`https://timber.example/c/${code}\u3002`],
    [`https://timber.example//c//${code}&from=timeline`],
    [`]Q1https://timber.example/c/${code}`],
    [`]d20109506000134352${'21'}${code}`],
    [`https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ftimber.example%2Fc%2F${code}&data=05`],
    [`ààààQXèAKé?(N_PçR"T-`],
  ])('contains our code: %s', text => {
    expect(parseScan(text)).toEqual({ kind: 'own', code })
  })

  it.each([
    ['CODE_128,LOG-4711', 'LOG-4711'],
    ['LOT,7', 'LOT,7'],
    ['http://P.URL.CN/abcdEFGH1234567', 'http://P.URL.CN/abcdEFGH1234567'],
    ['https://timber.example/c/Imported-7', 'Imported-7'],
    ['https://timber.example/c?x=1&code=A%2BB', 'A+B'],
  ])('keeps the spelling of an imported or platform code: %s', (text, code) => {
    expect(parseScan(text)).toEqual({ kind: 'foreign', code })
  })

  it('leaves to the server text of a code’s form in another link', () => {
    expect(parseScan(`https://post.example/track/${code}`)).toEqual({ kind: 'foreign', code })
  })

  it.each([['https://menu.example/table/4'], [''], ['   '], ['x'.repeat(200)], ['WIFI://x']])(
    'contains no code: %j',
    text => {
      expect(parseScan(text)).toEqual({ kind: 'none' })
    },
  )
})
