import { batch, product } from '@timbermark/contract'
import { expect, it } from 'vitest'
import { compareRows } from './compared-lines.ts'

it('says of each field that either record shows whether it differs', () => {
  const left = { id: 1, batchNumber: 'A', productId: 7, status: 'draft', volume: null }
  const right = { id: 2, batchNumber: 'B', productId: 7, status: 'voided', volume: '', voidReason: 'Mixed up' }
  const lines = compareRows(batch, left, right)
  expect(Object.fromEntries(lines.map(({ name, differs }) => [name, differs]))).toMatchObject({
    batchNumber: true,
    productId: false,
    status: true,
    volume: false,
    voidReason: true,
  })
})

it('takes files for the same by what they are, not by their signed address', () => {
  const files = Object.entries(product.fields).find(([, { kind }]) => kind === 'images')![0]
  const row = (id: number, url: string) => ({ id, [files]: [{ id: 'f', url }] })
  const line = compareRows(product, row(1, '/a?sign=1'), row(2, '/a?sign=2')).find(({ name }) => name === files)
  expect(line?.differs).toBe(false)
})
