import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupCode, readCodes } from '../src/index.ts'

const code = '00C1S49KX2PGW1NTP6SD'
const other = '00C1S49KX2PGW1NTP6SE'
const address = `https://trace.example/c/${code}`
const encoded = encodeURIComponent(address)
const base64 = Buffer.from(address).toString('base64url')
const separator = '\u001d'
/** Keystrokes of a scanner set to the US layout, as a French keyboard takes them. */
const azerty = (text: string) => {
  const from = `1234567890-/:.?AQZWMaqzwm,;`
  const to = `&é"'(-è_çà)!M:§QAWZ?qawz,;m`
  return [...text].map(character => (from.includes(character) ? to[from.indexOf(character)] : character)).join('')
}
const qwertz = (text: string) =>
  [...text]
    .map(character => ('ZYzy/-:'.includes(character) ? 'YZyz-ßÖ'['ZYzy/-:'.indexOf(character)] : character))
    .join('')

describe('a code in what surrounds it', () => {
  const punctuation = [...`.,;:!?)]}>"'\u3002\uff0c\uff1b\uff1a\uff01\uff1f\uff09\u3011\u300b\u201d\u2019\u3001\u2026/`]
  test.each(punctuation)('followed by %s', sign => {
    for (const text of [
      address + sign,
      code + sign,
      `${address}${sign}${sign}`,
      `/c/${code}${encodeURIComponent(sign)}`,
    ])
      expect(readCodes(text).codes[0], text).toMatchObject({ code })
  })

  const kinds: Record<string, string[]> = {
    'parameters of shared links': [
      `${address}?from=singlemessage&isappinstalled=0`,
      `${address}&from=timeline`,
      `https://trace.example/c?code=${code}.&from=x`,
      `https://trace.example/c?x=1&code=${groupCode(code)}`,
      `${address}?utm_source=abcdefghijklmnopqrst`,
      `${address}#wechat_redirect`,
    ],
    'doubled and odd slashes': [
      `https://trace.example//c//${code}`,
      `/c//${code}`,
      `https://trace.example/c/${code}//`,
      `https:/trace.example/c/${code}/index.html`,
      `/c/${address}`,
    ],
    sentences: [
      `\u8bf7\u626b\u7801\u67e5\u8be2 ${address}\u3002\u8c22\u8c22`,
      `\u8ffd\u6eaf\u7801${code}\uff0c\u9632\u4f2a`,
      `Le code est \u00ab\u00a0${groupCode(code)}\u00a0\u00bb.`,
      `<${address}>`,
      `"${code}"`,
      `Your code: ${groupCode(code).replaceAll('-', ' ')}`,
      [...groupCode(code)].map(c => (/[!-~]/.test(c) ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c)).join('') +
        '\u3002',
    ],
    'links wrapped by mail gateways and chat apps': [
      `https://nam01.safelinks.protection.outlook.com/?url=${encoded}&data=05%7C01%7Cx%40y.example%7C0a1b2c&sdata=k%2Fx%3D&reserved=0`,
      `https://urldefense.proofpoint.com/v2/url?u=https-3A__trace.example_c_${code}&d=DwMFaQ&c=euGZstcaTDllvimEN8b7jXrwqOf-v5A_CdpgnVfiiMM`,
      `https://urldefense.com/v3/__${address}__;!!ABCDEFGHJKMNPQRSTVWX!x$`,
      `https://www.google.com/url?q=${encoded}&sa=D`,
      `https://link.zhihu.com/?target=${encodeURIComponent(encoded)}`,
      `https://c.pc.qq.com/middlem.html?pfurl=${encoded}&pfuin=0`,
      `https://weixin110.qq.com/cgi-bin/mmspamsupport-bin/newredirectconfirmcgi?main_type=2&url=${encoded}`,
      `https://secure-web.cisco.com/1AbCdEfGh/${encoded}`,
      `https://eu1.protection.sophos.com?d=trace.example&u=${base64}&i=NjA`,
      `href=3D"https://trace.example/c?code=3D${code}"`,
    ],
    'hand scanners': [
      `]Q1${address}`,
      `]Q1${code}`,
      `]C0${code}\r\n`,
      `]d20104012345123456${'21'}${code}`,
      `0104012345123456${'21'}${code}`,
      `]C10104012345123456${'10'}LOT7${separator}21${code}`,
      `(01)04012345123456(10)LOT7(21)${code}`,
      `0104012345123456${'11'}260101${'17'}270101${'21'}${code}${separator}`,
      `010401234512345610LOT7<GS>21${code}`,
      `010401234512345610LOT721${code}`,
      `https://id.example/01/04012345123456/10/LOT7/21/${code}?17=270101`,
    ],
  }
  for (const [kind, texts] of Object.entries(kinds))
    test.each(texts)(`${kind}: %s`, text => {
      expect(readCodes(text).codes[0]).toMatchObject({ code })
    })

  test.each([code, address, address.toUpperCase(), address.toLowerCase(), `]Q1${address}`])(
    'typed through a French keyboard: %s',
    text => {
      expect(readCodes(azerty(text))).toMatchObject({ codes: [{ code }], layout: 'azerty' })
    },
  )

  test('typed through a German keyboard', () => {
    const sealed = '00C1Z49KY2PGW1NTP6ZD'
    const text = `https://trace.example/c/${sealed}`
    const reading = readCodes(qwertz(text.toUpperCase()))
    expect(reading.codes[0]).toMatchObject({ code: sealed })
    expect(reading.layout).toBe('qwertz')
  })

  test('any code is read through a French keyboard', () => {
    const sign = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    fc.assert(
      fc.property(fc.string({ unit: sign, minLength: 15, maxLength: 15 }), sealed => {
        const one = `00C1S${sealed}`
        expect(readCodes(azerty(one)).codes[0]).toMatchObject({ code: one })
      }),
    )
  })
})

describe('what stands in its place', () => {
  test('says whether the code is in the place of one: other links may hold such text by chance', () => {
    expect(readCodes(address).isInPlace).toBe(true)
    expect(readCodes(`${code}.`).isInPlace).toBe(true)
    const parcel = readCodes(`https://post.example/track/${code}`)
    expect(parcel).toMatchObject({ codes: [{ code }], isInPlace: false })
  })

  test('reads several codes in their order, but no other one beside the code of an address', () => {
    const reading = readCodes(`${address}?back=https%3A%2F%2Ftrace.example%2Fc%2F${other}`)
    expect(reading.codes.map(one => one.code)).toEqual([code])
    expect(readCodes(`${code}, ${other}`).codes.map(one => one.code)).toEqual([code, other])
  })

  test('offers what may be a code of others, as it is spelled, with and without the sentence around it', () => {
    expect(readCodes('https://trace.example/c/Crate_7-b\u3002?from=x').values).toEqual(['Crate_7-b\u3002', 'Crate_7-b'])
    expect(readCodes(' Crate_7.').values).toEqual(['Crate_7.', 'Crate_7'])
    expect(readCodes('https://trace.example/c?code=A(7)').values).toEqual(['A(7)', 'A(7'])
    expect(readCodes('https://shop.example/7').values).toEqual([])
  })

  test('reads no code where there is none', () => {
    for (const text of ['', ' ', 'hello', `${code}7`, `X${code}`, '0'.repeat(20), `https://x.example/${code}A`])
      expect(readCodes(text).codes, text).toEqual([])
  })

  test('reads any text in little time and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        expect(readCodes(text).codes.length).toBeLessThanOrEqual(6)
      }),
      { numRuns: 500 },
    )
    for (const part of ['A', '%25', 'A-', 'aHR0c', 'http://', '=3D', '0104012345123456', `${code} `, '(21)']) {
      const start = performance.now()
      readCodes(part.repeat(5000))
      expect(performance.now() - start, part).toBeLessThan(500)
    }
  })
})

test('a code of another system keeps its spelling, whatever could be decoded in it', () => {
  for (const text of ['-1+1*2%41', '000$+.%/:', 'P.URL.CN/0W9%41NC%I'])
    expect(readCodes(text)).toMatchObject({ codes: [], values: expect.arrayContaining([text]) })
  expect(readCodes('-1+1*2%41').values[0]).toBe('-1+1*2%41')
  expect(readCodes('https://trace.example/c/-1%2B1').values[0]).toBe('-1+1')
})
