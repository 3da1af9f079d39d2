import { defineEntity } from '../entity.ts'
import { dict, naming, remark, text } from '../field.ts'
import { plainPattern } from './rules.ts'

/** Parameter of the installation. Delivered ones (`configType` Y) can be changed, not removed. */
export const config = defineEntity({
  area: 'system',
  name: 'config',
  tenancy: 'platform',
  idAlias: 'configId',
  label: 'configName',
  fields: {
    configName: naming({
      max: 100,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      delivered: { column: 'title_key', phrases: 'config.' },
    }),
    configKey: text({
      max: 100,
      pattern: '^[A-Za-z][A-Za-z0-9_.-]*$',
      patternPhrase: 'configKey',
      required: true,
      search: 'like',
      sortable: true,
    }),
    /** `parameters.ts` defines the allowed values; nearly all parameters need one. */
    configValue: text({ max: 500 }),
    configType: dict({ dict: 'sys_yes_no', readonly: true, search: 'eq' }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['configKey'], constraint: 'config_config_key_key', error: 'taken' }],
  orderBy: { field: 'configKey', order: 'asc' },
})
