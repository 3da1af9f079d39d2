import { ApiError, TransportError } from '@timbermark/client'
import { describe, expect, it } from 'vitest'
import { classifyError } from './attempt-outcome.ts'

describe('an attempt that failed', () => {
  it.each([
    [new TransportError('network'), 'network'],
    [new TransportError('timeout'), 'timeout'],
    [new TransportError('status', 502), 'server'],
    [new TransportError('status', 429), 'server'],
    [new ApiError({ code: 401 }), 'signIn'],
    [new ApiError({ code: 429, error: 'tooMany' }), 'busy'],
    [new ApiError({ code: 500, error: 'tooFast' }), 'busy'],
    [new ApiError({ code: 500, error: 'unknown' }), 'busy'],
  ])('%s is tried again (%s)', (error, failure) => {
    expect(classifyError(error)).toEqual({ kind: 'failed', failure })
  })

  it.each([
    [new ApiError({ code: 500, error: 'stage.documentMissing', msg: 'text' }), 'stage.documentMissing'],
    [new ApiError({ code: 403, error: 'stage.notAuthorized', msg: 'text' }), 'stage.notAuthorized'],
    [new TransportError('status', 413), 'http.413'],
  ])('%s is returned to the person (%s)', (error, key) => {
    expect(classifyError(error)).toMatchObject({ kind: 'refused', refusal: { error: key } })
  })

  it('does not hide a programming error of the page', () => {
    expect(() => classifyError(new TypeError('x'))).toThrow(TypeError)
  })
})
