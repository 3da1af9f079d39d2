import { choice, datetime, defineEntity, dictData, dictType, integer, text } from '@timbermark/contract'

const { remark: typeRemark, ...typeFields } = dictType.fields
const { dictType: _, dictLabel, ...dataFields } = dictData.fields

/** Dictionaries as their list answers them: with how many entries each has, and whether it was delivered. */
export const dictTypeEntity = defineEntity({
  ...dictType,
  fields: {
    ...typeFields,
    entryCount: integer({ readonly: true }),
    origin: choice({ options: ['delivered', 'own'], readonly: true }),
    remark: typeRemark,
    createTime: datetime({ readonly: true, sortable: true, search: 'range' }),
  },
})

/** Entries of one dictionary: which one is said by the address, not by a filter. */
export const dictDataEntity = defineEntity({
  ...dictData,
  fields: {
    dictType: text({ max: 100, required: true, createOnly: true, hideInList: true }),
    dictLabel: { ...dictLabel, search: 'like' },
    ...dataFields,
    createTime: datetime({ readonly: true, sortable: true }),
  },
})
