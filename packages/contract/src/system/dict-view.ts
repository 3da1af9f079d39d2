import { choice, datetime, integer } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { dictData, dictType } from './dict.ts'

const { remark: typeRemark, ...typeFields } = dictType.fields
const { dictType: type, dictLabel, ...dataFields } = dictData.fields

/** Dictionaries as lists show them: with the number of entries, and whether they are delivered. */
export const dictTypeView = defineView({
  area: 'system',
  name: 'dict/type',
  of: dictType,
  idAlias: 'dictId',
  label: 'dictName',
  fields: {
    ...typeFields,
    entryCount: integer({ readonly: true, required: true }),
    origin: choice({ options: ['delivered', 'own'], readonly: true, required: true }),
    remark: typeRemark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  operations: dictType.operations,
  rowExtras: rowExtras<{ delivered: boolean }>(),
})

/** Entries of one dictionary, which the address names. */
export const dictDataView = defineView({
  area: 'system',
  name: 'dict/data',
  of: dictData,
  idAlias: 'dictCode',
  label: 'dictLabel',
  fields: {
    dictType: { ...type, search: undefined },
    dictLabel: { ...dictLabel, search: 'like' },
    ...dataFields,
    createTime: datetime({ readonly: true, required: true, sortable: true }),
  },
  operations: dictData.operations,
  orderBy: dictData.orderBy,
  rowExtras: rowExtras<{ delivered: boolean }>(),
})
