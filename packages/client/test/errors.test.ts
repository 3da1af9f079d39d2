import { describe, expect, it } from 'vitest'
import { all } from '../../phrases/src/all.ts'
import { ApiError, createTranslator, describeError, issueText, reasonText, TransportError } from '../src/index.ts'

const t = createTranslator(all.en, 'en')

describe('text for a failure', () => {
  it('code 500 shows message first (ERR-07), then msg (ERR-08)', () => {
    expect(describeError(t, new ApiError({ code: 500, msg: 'b', message: 'a' }))).toEqual({ as: 'message', text: 'a' })
    expect(describeError(t, new ApiError({ code: 500, msg: 'b' }))).toEqual({ as: 'message', text: 'b' })
  })

  it.each([
    [401, 'Authentication failed, unable to access system resources'],
    [403, 'The current operation has no permission'],
    [404, 'The resource accessed does not exist'],
    [599, 'Unknown system error, please report to the administrator'],
  ])('code %i is a notice with its title (ERR-01 to ERR-04, ERR-09)', (code, title) => {
    expect(describeError(t, new ApiError({ code, msg: 'why' }))).toEqual({ as: 'notice', title, text: 'why' })
    expect(describeError(t, new ApiError({ code, msg: 'why', message: 'first' })).text).toBe('first')
  })

  it('does not show the same sentence twice', () => {
    const forbidden = new ApiError({ code: 403, msg: all.en['error.forbidden'] })
    expect(describeError(t, forbidden)).toEqual({ as: 'notice', title: all.en['error.forbidden'], text: '' })
  })

  it('has a text for a refusal with only a key, and for one with nothing', () => {
    expect(describeError(t, new ApiError({ code: 500, error: 'tooFast' })).text).toBe('Operating too fast, try later')
    expect(describeError(t, new ApiError({ code: 500 })).text).toBe(all.en['error.unknown'])
    expect(describeError(t, new Error('internal detail')).text).toBe(all.en['error.unknown'])
  })

  it('a save without a text says that the operation failed (ERR-32), anything else without one is unknown', () => {
    expect(describeError(t, new ApiError({ code: 500 }, { isWrite: true })).text).toBe('Operation failed')
    expect(describeError(t, new ApiError({ code: 500, msg: 'why' }, { isWrite: true })).text).toBe('why')
    expect(describeError(t, new ApiError({ code: 599 }, { isWrite: true })).title).toBe(all.en['error.unknown'])
  })

  it('a field error is the server’s sentence, if it sent one', () => {
    const issue = { field: 'name', error: 'taken', message: 'Another product is called so' } as const
    expect(issueText(t, issue, 'Name')).toBe('Another product is called so')
  })

  it.each([
    [new TransportError('network'), 'backend interface connection exception'],
    [new TransportError('timeout'), 'system interface request timeout'],
    [new TransportError('status', 502), 'system interface 502 exception'],
    [new TransportError('status', 503), 'The service cannot answer just now; please try again in a moment'],
  ])('transport errors are shown for 5 s (ERR-11 to ERR-14)', (error, text) => {
    expect(describeError(t, error)).toEqual({ as: 'message', text, milliseconds: 5000 })
  })

  it('has each text in three languages (ERR-15)', () => {
    for (const error of [
      new TransportError('network'),
      new ApiError({ code: 404 }),
      new ApiError({ code: 500, error: 'tooFast' }),
    ]) {
      const texts = (['zh', 'en', 'fr'] as const).map(language => {
        const { title, text } = describeError(createTranslator(all[language], language), error)
        return `${title}${text}`
      })
      expect(new Set(texts).size).toBe(3)
    }
  })

  it('has the field errors of a refused form', () => {
    const error = new ApiError({
      code: 500,
      msg: 'x',
      data: { issues: [{ field: 'name', error: 'tooLong', params: { max: 20 } }] },
    })
    expect(error.issues.map(issue => issueText(t, issue, 'Name'))).toEqual(['Name must have at most 20 characters'])
    expect(new ApiError({ code: 500, data: { issues: 'none' } }).issues).toEqual([])
  })
})

it('a stored reason is shown as its phrase, one from an earlier version unchanged', () => {
  expect(reasonText(t, 'code.interrupted')).toBe(all.en['error.code.interrupted'])
  expect(reasonText(t, 'Out of memory')).toBe('Out of memory')
})
