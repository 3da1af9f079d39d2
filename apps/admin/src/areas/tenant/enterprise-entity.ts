import { datetime, defineEntity, email, enterprise, integer, mobile, text } from '@timbermark/contract'
import { accountLength, accountPattern } from '@timbermark/contract'

const { identification, name, contact, phone, kind, status, remark } = enterprise.fields
const count = () => integer({ readonly: true })

/** Enterprises as their list answers them: with the administrator, and with how much there is in each. */
export const enterpriseEntity = defineEntity({
  ...enterprise,
  fields: {
    name,
    identification,
    status,
    kind,
    contact,
    phone,
    administrator: text({ ...accountLength, pattern: accountPattern, readonly: true }),
    users: count(),
    codes: count(),
    batches: count(),
    scans: count(),
    remark,
    createTime: datetime({ readonly: true, sortable: true, search: 'range' }),
  },
})

/** What is asked for about the administrator while an enterprise is created. */
export const administratorFields = {
  administrator: text({ ...accountLength, pattern: accountPattern }),
  adminEmail: email({}),
  adminPhone: mobile({}),
}
