import { defineEntity } from '../entity.ts'
import { dict, naming, phone, remark, status, text, timeZone } from '../field.ts'
import { plainPattern } from '../system/rules.ts'

/** Letters, digits, minus and underscore; compared without regard to case and look-alikes. */
export const identificationPattern = '^[A-Za-z0-9][A-Za-z0-9_-]*$'

/** Reserved identifications: they could be mistaken for the product itself. */
export const reservedIdentifications = [
  'platform',
  'admin',
  'administrator',
  'root',
  'system',
  'sysadmin',
  'superadmin',
  'operator',
  'timbermark',
  'support',
  'service',
  'official',
  'security',
  'api',
  'www',
  'null',
  'undefined',
] as const

/** Normalizes a typed identification: full-width forms become plain ones, surrounding space is removed. */
export function normaliseIdentification(typed: string): string {
  return typed.normalize('NFKC').trim()
}

/** Skeleton that is equal for identifications that look alike; the database computes the same. */
export function identificationSkeleton(identification: string): string {
  const alike: Record<string, string> = { '0': 'o', '1': 'i', l: 'i', '5': 's', _: '-' }
  return identification.toLowerCase().replace(/[01l5_]/g, letter => alike[letter] ?? letter)
}

/** Enterprise: the tenant to which users and their data belong. */
export const enterprise = defineEntity({
  area: 'tenant',
  name: 'enterprise',
  tenancy: 'platform',
  label: 'name',
  fields: {
    identification: text({
      min: 2,
      max: 20,
      pattern: identificationPattern,
      patternPhrase: 'account',
      required: true,
      search: 'like',
      sortable: true,
      createOnly: true,
    }),
    name: text({
      max: 100,
      pattern: plainPattern,
      patternPhrase: 'plain',
      required: true,
      search: 'like',
      sortable: true,
    }),
    /** What buyers read in place of `name`, in the languages in which it is given. */
    publicName: naming({ max: 100, pattern: plainPattern, patternPhrase: 'plain', hideInList: true }),
    contact: text({ max: 50, pattern: plainPattern, patternPhrase: 'plain', search: 'like' }),
    phone: phone({ search: 'like' }),
    /** IANA name; statistics cut days at midnight there. */
    timeZone: timeZone({ default: 'Asia/Shanghai', required: true, hideInList: true }),
    kind: dict({ dict: 'enterprise_kind', default: 'processor', search: 'eq', required: true }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'export'],
  final: { changeStatus: 'all sessions of the enterprise are ended' },
  verbs: ['resetPwd'],
  unique: [
    { fields: ['identification'], constraint: 'enterprise_identification_key', error: 'tenant.identificationTaken' },
    { fields: ['identification'], constraint: 'enterprise_skeleton_key', error: 'tenant.identificationTaken' },
    { fields: ['name'], constraint: 'enterprise_name_key', error: 'tenant.nameTaken' },
  ],
})
