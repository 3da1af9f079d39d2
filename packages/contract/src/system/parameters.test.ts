import { describe, expect, it } from 'vitest'
import { checkParameter } from './parameters.ts'

describe('the value of a parameter', () => {
  it.each([
    ['sys.account.registerUser', 'true'],
    ['sys.account.registerUser', 'false'],
    ['sys.index.sideTheme', 'theme-light'],
    ['sys.site.filing', 'ICP 1'],
    ['sys.site.filing', ''],
    ['sys.site.filing', null],
    ['demo.key', 'anything'],
  ])('%s may be %j', (key, value) => expect(checkParameter(key, value)).toBeUndefined())

  it.each([
    ['sys.account.registerUser', 'yes', 'notOneOf'],
    ['sys.account.registerUser', 'TRUE', 'notOneOf'],
    ['sys.account.registerUser', '', 'required'],
    ['sys.index.sideTheme', 'theme-pink', 'notOneOf'],
    ['sys.index.sideTheme', '   ', 'required'],
    ['sys.site.filing', 'x'.repeat(501), 'tooLong'],
    ['demo.key', '', 'required'],
    ['constructor', null, 'required'],
  ])('%s may not be %j', (key, value, error) => expect(checkParameter(key, value)?.error).toBe(error))
})
