import { batch, codeRequest } from '@timbermark/contract'
import { expect, it } from 'vitest'
import { newRecordAddress, parseInitialValues } from './initial-values.ts'

it('a new record starts with the record to which it belongs', () => {
  expect(newRecordAddress(batch, 'productId', 5)).toBe('/catalog/batch?add=productId:5')
  expect(parseInitialValues(batch, 'productId:5')).toEqual({ productId: 5 })
  expect(parseInitialValues(codeRequest, 'batchId:12')).toEqual({ batchId: 12 })
})

it.each(['1', 'status:5', 'productId:x', 'nothing:5', '__proto__:5', undefined])('%s gives no initial value', word => {
  expect(parseInitialValues(batch, word)).toEqual({})
})
