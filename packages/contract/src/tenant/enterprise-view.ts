import { datetime, integer, text } from '../field.ts'
import { accountLength, accountPattern } from '../system/rules.ts'
import { defineView } from '../view.ts'
import { enterprise } from './enterprise.ts'

const { identification, name, publicName, timeZone, contact, phone, kind, status, remark } = enterprise.fields
const count = () => integer({ readonly: true, required: true })

/** Enterprises as lists show them: with the administrator and counts of their contents. */
export const enterpriseView = defineView({
  area: 'tenant',
  name: 'enterprise',
  of: enterprise,
  idAlias: 'enterpriseId',
  label: 'name',
  defaultColumns: ['name', 'identification', 'status', 'kind', 'phone', 'administrator'],
  fields: {
    name,
    publicName,
    identification,
    status,
    kind,
    timeZone,
    contact,
    phone,
    administrator: text({ ...accountLength, pattern: accountPattern, patternPhrase: 'account', readonly: true }),
    users: count(),
    codes: count(),
    batches: count(),
    scans: count(),
    remark,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  operations: enterprise.operations,
  final: enterprise.final,
  verbs: enterprise.verbs,
})
