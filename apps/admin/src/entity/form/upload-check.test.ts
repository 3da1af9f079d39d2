import { files, images, type Language } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { checkFile, ruleOf } from './upload-check.ts'

const megabyte = 1024 * 1024
const check = (rule: ReturnType<typeof ruleOf>, name: string, size = 1, type = '', count = 0) =>
  checkFile('file', rule, { name, size, type }, count, 'fr')?.error

describe('a picture', () => {
  const rule = ruleOf(images({}))
  it('may be png, jpg or jpeg, by extension or by type (CON-15, VAL-59)', () => {
    for (const name of ['a.png', 'a.jpg', 'a.JPEG']) expect(check(rule, name)).toBeUndefined()
    expect(check(rule, 'pasted', 1, 'image/png')).toBeUndefined()
    for (const name of ['a.gif', 'a.txt', 'png', 'a.png.exe']) expect(check(rule, name)).toBe('fileType')
  })
  it('has at most 1 MB (CON-14)', () => {
    expect(check(rule, 'a.png', megabyte)).toBeUndefined()
    expect(check(rule, 'a.png', megabyte + 1)).toBe('fileTooLarge')
    const refusalText = (language: Language) =>
      checkFile('file', rule, { name: 'a.png', size: megabyte + 1, type: '' }, 0, language)?.params
    expect(refusalText('zh')).toEqual({ max: '1 MB' })
    expect(refusalText('fr')).toEqual({ max: '1 Mo' })
  })
  it('is refused as the sixth (CON-13)', () => {
    expect(check(rule, 'a.png', 1, '', 4)).toBeUndefined()
    expect(check(rule, 'a.png', 1, '', 5)).toBe('fileTooMany')
  })
})

describe('a file', () => {
  const rule = ruleOf(files({}))
  it('may be doc, xls, ppt, txt or pdf (CON-12)', () => {
    for (const type of ['doc', 'xls', 'ppt', 'txt', 'pdf']) expect(check(rule, `a.${type}`)).toBeUndefined()
    expect(check(rule, 'a.zip')).toBe('fileType')
    expect(check(rule, 'a.docx')).toBe('fileType')
  })
  it('has at most 5 MB (CON-11) and is refused as the sixth (CON-10)', () => {
    expect(check(rule, 'a.pdf', 5 * megabyte)).toBeUndefined()
    expect(check(rule, 'a.pdf', 5 * megabyte + 1)).toBe('fileTooLarge')
    expect(check(rule, 'a.pdf', 1, '', 5)).toBe('fileTooMany')
  })
})
