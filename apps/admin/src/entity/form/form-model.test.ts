import { batch, category, codeRequest, dealer, product, stores } from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { bodyOf, checkValue, formFields, initialValues, isBlankHtml, unsignedFileAddresses } from './form-model.ts'

const all = ['*:*:*']
const fieldsOf = (entity: Parameters<typeof formFields>[0]) => formFields(entity, all, 'edit')
const picture = { id: 'f1', name: 'a.png', url: '/f/1?sig', size: 10, type: 'image/png' }

describe('a form', () => {
  it('asks for every field of the product (ENT-02) and none that the system sets', () => {
    expect(fieldsOf(product).map(([name]) => name)).toEqual(Object.keys(product.fields))
    expect(fieldsOf(codeRequest).map(([name]) => name)).not.toContain('status')
  })

  it('asks for a reason only where something is changed', () => {
    expect(formFields(product, all, 'add').map(([name]) => name)).toEqual(
      Object.keys(product.fields).filter(name => name !== 'changeReason'),
    )
  })

  it('hides a field whose permission the user lacks', () => {
    const entity = { ...category, fields: { secret: { kind: 'text', max: 9, permission: 'a:b:secret' } } } as const
    expect(formFields(entity, ['a:b:list'])).toEqual([])
    expect(formFields(entity, ['a:b:secret'])).toHaveLength(1)
  })

  it('omits references that the user may not look up, except required ones of a new record', () => {
    const names = (entity: typeof dealer | typeof batch, mode: 'add' | 'edit', ...permissions: string[]) =>
      formFields(entity, permissions, mode).map(([name]) => name)
    expect(names(dealer, 'edit')).not.toContain('accountId')
    expect(names(dealer, 'edit', 'system:user:list')).toContain('accountId')
    expect(names(batch, 'add')).toContain('productId')
    expect(names(batch, 'edit')).not.toContain('productId')
    expect(names(batch, 'edit', 'catalog:product:query')).toContain('productId')
  })

  it('starts with the declared defaults', () => {
    expect(initialValues(category, undefined)).toEqual({ status: '0' })
  })
})

describe('what a form sends', () => {
  it('omits empty fields of a new record, and trims text', () => {
    const values = { name: '  Okoumé ', orderNum: 3, status: '0', remark: '   ', picture: [] }
    expect(bodyOf(category, fieldsOf(category), values, undefined)).toEqual({
      name: 'Okoumé',
      orderNum: 3,
      status: '0',
    })
  })

  it('sends only changed fields of an edited record, so that nobody undoes the work of another', () => {
    const row = { id: 4, name: 'Logs', orderNum: 1, status: '0', remark: 'x', picture: [picture] }
    const values = { ...initialValues(category, row), orderNum: 2 }
    expect(bodyOf(category, fieldsOf(category), values, row)).toEqual({ id: 4, orderNum: 2 })
    expect(bodyOf(category, fieldsOf(category), initialValues(category, row), row)).toBeUndefined()
  })

  it('empties a field with null and a list of files with an empty list', () => {
    const row = { id: 4, name: 'Logs', orderNum: 1, status: '0', remark: 'x', picture: [picture] }
    const values = { ...initialValues(category, row), remark: '', picture: [] }
    expect(bodyOf(category, fieldsOf(category), values, row)).toEqual({ id: 4, remark: null, picture: [] })
  })

  it('sends file ids in the user’s order', () => {
    const second = { ...picture, id: 'f2' }
    const row = { id: 1, images: [picture, second] }
    const body = bodyOf(product, fieldsOf(product), { ...row, images: [second, picture] }, row)
    expect(body).toEqual({ id: 1, images: ['f2', 'f1'] })
  })

  it('never sends a field that is set only on creation', () => {
    const row = { id: 9, batchNumber: 'B-1', productId: 1 }
    expect(bodyOf(batch, fieldsOf(batch), { ...row, batchNumber: 'B-2' }, row)).toBeUndefined()
  })

  it('sends the version that was read where a confirmation depends on it', () => {
    const row = { id: 7, name: 'Quay', shown: false, revision: 3 }
    const sent = (values: object) => bodyOf(stores, fieldsOf(stores), { ...row, ...values }, row)
    expect(sent({ shown: true })).toEqual({ id: 7, shown: true, seen: 3 })
    expect(sent({ name: 'Pier' })).toEqual({ id: 7, name: 'Pier' })
  })

  it('stores no address in a text that expires within hours', () => {
    const text =
      '<p><img src="/api/file/Ab_-9?until=1&amp;sign=x" alt="a"><img src="https://example.org/a.png?x=1"></p>'
    expect(unsignedFileAddresses(text)).toBe(
      '<p><img src="/api/file/Ab_-9" alt="a"><img src="https://example.org/a.png?x=1"></p>',
    )
  })

  it('counts an emptied editor as empty', () => {
    expect(isBlankHtml('<p><br></p>')).toBe(true)
    expect(isBlankHtml('<p>&nbsp;</p>')).toBe(true)
    expect(isBlankHtml('<p><img src="/a.png"></p>')).toBe(false)
    expect(isBlankHtml('<p>oak</p>')).toBe(false)
  })
})

describe('rules of a form', () => {
  it('are those of the declaration (VAL-42, VAL-35)', () => {
    const { name, remark } = category.fields
    expect(checkValue('name', name, '   ', {})).toMatchObject({ field: 'name', error: 'required' })
    expect(checkValue('name', name, '', { nameTexts: { fr: 'Bois' } }), 'it is given in another').toBeUndefined()
    expect(checkValue('remark', remark, 'x'.repeat(201), {})?.error).toBe('tooLong')
    expect(checkValue('remark', remark, 'x'.repeat(200), {})).toBeUndefined()
  })

  it('let a screen add one that sees the whole form, after the declared ones', () => {
    const rule = (value: unknown, values: Record<string, unknown>) =>
      value === values.other ? ({ field: 'name', error: 'taken' } as const) : undefined
    expect(checkValue('name', category.fields.name, 'a', { other: 'a' }, rule)?.error).toBe('taken')
    expect(checkValue('name', category.fields.name, '', { other: '' }, rule)?.error).toBe('required')
  })
})
