import {
  article,
  category,
  checkLog,
  divisionView,
  document,
  enterpriseView,
  type Listed,
  scanLog,
  stageAuthorization,
  quotes,
} from '@timbermark/contract'
import { describe, expect, it } from 'vitest'
import { planColumns } from '../entity/list/columns.ts'
import { formFields } from '../entity/form/form-model.ts'
import { qrCode } from '@timbermark/contract'

const everything = ['*:*:*']
const columnsOf = (entity: Listed) => planColumns(entity, everything).map(({ name }) => name)
const formOf = (entity: Listed) => formFields(entity, everything).map(([name]) => name)
const position = ['longitude', 'latitude']

/** The columns that the requirements demand for a list. */
const lists: [string, Listed, string[]][] = [
  ['SCR-03 product category', category, ['picture', 'status', 'remark']],
  ['ENT-09 form or certificate', document, ['code', 'name', 'type', 'createTime', 'file']],
  ['ENT-15 user-stage authorization', stageAuthorization, ['userName', 'stage']],
  ['ENT-16 scan log', scanLog, ['code', 'productName', ...position, 'scanTime']],
  [
    'ENT-17 anti-counterfeit log',
    checkLog,
    ['code', 'securityCode', 'productName', ...position, 'province', 'city', 'district', 'checkTime'],
  ],
  ['ENT-18 enterprise', enterpriseView, ['identification', 'name', 'contact', 'phone', 'administrator']],
  [
    'ENT-32 administrative division',
    divisionView,
    ['shortName', 'fullName', 'cityId', 'level', 'parentId', ...position],
  ],
  ['ENT-40 application', quotes, ['quoteUser', 'price', 'quoteTime', 'status', 'lastUpdater', 'updateTime']],
]

describe('columns that the requirements demand', () => {
  it.each(lists)('%s', (_title, entity, wanted) => {
    expect(columnsOf(entity)).toEqual(expect.arrayContaining(wanted))
  })
})

/** The fields that the requirements demand for a form. */
const forms: [string, Listed, string[]][] = [
  ['SCR-03 product category', category, ['name', 'picture', 'status', 'remark']],
  ['ENT-09 form or certificate', document, ['code', 'name', 'type', 'file']],
  ['ENT-18 enterprise', enterpriseView, ['identification', 'name', 'contact', 'phone', 'remark']],
  [
    'ENT-41 news item',
    article,
    ['title', 'categoryId', 'type', 'repostUrl', 'clicks', 'cover', 'content', 'publisher'],
  ],
]

describe('fields that the requirements demand in a form', () => {
  it.each(forms)('%s', (_title, entity, wanted) => {
    expect(formOf(entity)).toEqual(expect.arrayContaining(wanted))
  })

  it('has no field for numbers that the system maintains', () => {
    expect(formOf(enterpriseView)).not.toContain('users')
    expect(formOf(article)).not.toContain('publishTime')
  })
})

describe('one code (ENT-07)', () => {
  const detail = Object.keys(qrCode.fields)

  it('shows value, anti-counterfeit code, product, scan count, first scan time and parent code', () => {
    for (const name of ['code', 'securityCode', 'productName', 'scanCount', 'firstScanTime', 'parentCode'])
      expect(detail, name).toContain(name)
  })

  it('shows the anti-counterfeit code only to those who may see it', () => {
    expect(columnsOf(qrCode)).toContain('securityCode')
    expect(planColumns(qrCode, ['code:qr:list']).map(({ name }) => name)).not.toContain('securityCode')
  })
})
