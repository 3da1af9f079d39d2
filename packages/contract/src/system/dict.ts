import { defineEntity } from '../entity.ts'
import { choice, dict, naming, order, status, text } from '../field.ts'
import { limits } from '../limits.ts'
import { listClasses, plainPattern, textStyles } from './rules.ts'

/** Remarks on dictionaries and values are shown to users who choose, like names, so they have languages. */
const note = () => naming({ max: limits.remark, lines: 3, hideInList: true })

/** Dictionary: a named list of values that people may extend. */
export const dictType = defineEntity({
  area: 'system',
  name: 'dict/type',
  tenancy: 'platform',
  label: 'dictName',
  fields: {
    dictName: naming({
      max: 100,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      delivered: { column: 'title_key', phrases: 'dict.' },
    }),
    dictType: text({
      max: 100,
      pattern: '^[a-z][a-z0-9_]*$',
      patternPhrase: 'dictType',
      required: true,
      search: 'like',
      sortable: true,
    }),
    status: status(),
    remark: note(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['dictType'], constraint: 'dict_type_dict_type_key', error: 'taken' }],
})

/** One value of a dictionary. */
export const dictData = defineEntity({
  area: 'system',
  name: 'dict/data',
  tenancy: 'platform',
  label: 'dictLabel',
  fields: {
    dictType: text({ max: 100, required: true, search: 'eq', createOnly: true, hideInList: true }),
    dictLabel: naming({
      max: 100,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      delivered: { column: 'label_key', phrases: 'dict.' },
    }),
    dictValue: text({ max: 100, pattern: plainPattern, patternPhrase: 'plain', required: true }),
    dictSort: order(),
    listClass: choice({ options: listClasses, hideInList: true }),
    cssClass: choice({ options: textStyles, hideInList: true }),
    isDefault: dict({ dict: 'sys_yes_no', default: 'N', hideInList: true }),
    status: status(),
    remark: note(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['dictValue'], constraint: 'dict_data_value_key', error: 'taken' }],
  orderBy: { field: 'dictSort', order: 'asc' },
})
