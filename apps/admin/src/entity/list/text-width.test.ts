import { describe, expect, it } from 'vitest'
import { directActionCount } from '../actions/action-button.tsx'
import { leastWidth, textWidth } from './text-width.ts'

describe('the width of a text that is not drawn yet', () => {
  it('grows with its letters, ideographs and broad letters more than others', () => {
    expect(textWidth('')).toBe(0)
    expect(textWidth('产品')).toBeGreaterThan(textWidth('ab'))
    expect(textWidth('mm')).toBeGreaterThan(textWidth('nn'))
  })

  it('in two lines is that of its longer line, and words stay whole', () => {
    expect(leastWidth('Chinese common name')).toBe(textWidth('common name'))
    expect(leastWidth('forestSurvey')).toBe(textWidth('forestSurvey'))
    expect(leastWidth('林地至工厂检查')).toBe(textWidth('林地至工'))
  })

  it('never exceeds the maximum, however long the word', () => {
    expect(leastWidth('a'.repeat(100))).toBe(150)
  })
})

describe('actions of a row', () => {
  it('are labels as far as 160 px allow, the first one always', () => {
    expect(directActionCount(['修改', '删除', '详情'])).toBe(3)
    expect(directActionCount(['下载', '打印标签', '下载 TXT', '详情'])).toBe(2)
    expect(directActionCount(['Make a batch', 'Edit', 'Delete', 'Details'])).toBe(1)
    expect(directActionCount(['Réinitialiser le mot de passe', 'Modifier'])).toBe(1)
    expect(directActionCount([])).toBe(0)
  })
})
