import {
  columnOf,
  type EntityInput,
  entities,
  type GenColumn,
  type GenContent,
  keyOf,
  tableOf,
} from '@timbermark/contract'
import { constraintOf } from './declaration.ts'
import { sqlText } from './literals.ts'
import { sqlName } from './names.ts'

const name = (column: GenColumn) => sqlName(columnOf(column.key))

const entityOf = (key: string) => (entities as readonly EntityInput[]).find(one => keyOf(one) === key)!

/** Whether an integer needs more than four bytes. */
const isLong = ({ max = 0, min = 0 }: GenColumn) => max > 2_147_483_647 || min < -2_147_483_648

/** Column type with its constraints. */
function typeOf(column: GenColumn): string {
  const at = name(column)
  const between = [
    ...(column.min !== undefined ? [`${at} >= ${column.min}`] : []),
    ...(column.max !== undefined ? [`${at} <= ${column.max}`] : []),
  ]
  const bounds = between.length > 0 ? ` check (${between.join(' and ')})` : ''
  const never = column.required ? ' not null' : ''
  if (column.key === 'status') return `text not null default '0' check (status in ('0', '1'))`
  switch (column.kind) {
    case 'text':
    case 'richText':
      // Helpers with a fixed limit keep it: the declared one is the same.
      return `text${never} check (length(${at}) <= ${column.max})`
    case 'integer':
      return `${isLong(column) ? 'bigint' : 'integer'}${never}${bounds}`
    case 'decimal':
      return `numeric${never}${bounds}`
    case 'date':
      return `date${never}`
    case 'datetime':
      return `timestamptz${never}`
    case 'choice':
      return `text${never} check (${at} in (${(column.options ?? []).map(one => sqlText(one.value)).join(', ')}))`
    case 'flag':
      return `boolean${never}`
    case 'dict':
      return `text${never} check (length(${at}) <= 100)`
    case 'ref':
      return `bigint${never}`
    default:
      return `text[] not null default '{}'`
  }
}

/** Texts by language are in a second column, constrained as in migration 0073. */
function textsColumn(column: GenColumn): string[] {
  if (!column.inLanguages) return []
  const at = `${columnOf(column.key)}_texts`
  return [
    `${at} jsonb not null default '{}' check (
    jsonb_typeof(${at}) = 'object' and ${at} - array['zh', 'en', 'fr'] = '{}'
    and not jsonb_path_exists(${at}, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,${column.max}}$" flag "s"))'))`,
  ]
}

/** Renames an existing table of the same name with its rows; nothing is lost. */
const setAside = (table: string) => `-- The table that this was made from keeps its rows, in a schema of its own.
do $$
begin
  if to_regclass('public.${table}') is not null then
    create schema if not exists generated_from;
    alter table public.${table} set schema generated_from;
  end if;
end $$;

`

/** Step 2 of the guide: its table. */
export function migrationText({ columns }: GenContent, table: string, scoped: boolean, fromSameName: boolean): string {
  const fields = columns.filter(one => one.used)
  const lines = [
    'id bigint generated always as identity',
    'tenant_id bigint not null references enterprise on delete cascade',
    ...(scoped ? ['dept_id bigint'] : []),
    ...fields.flatMap(one => [`${name(one)} ${typeOf(one)}`, ...textsColumn(one)]),
    'created_by bigint',
    'created_at timestamptz not null default now()',
    'updated_by bigint',
    'updated_at timestamptz not null default now()',
    'primary key (tenant_id, id)',
    ...(scoped ? ['foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict'] : []),
    ...fields
      .filter(one => one.kind === 'ref')
      .map(
        one =>
          `foreign key (tenant_id, ${name(one)}) references ${tableOf(entityOf(one.entity!))} (tenant_id, id) on delete restrict`,
      ),
    ...fields
      .filter(one => one.unique)
      .map(one => `constraint ${constraintOf(table, columnOf(one.key))} unique (tenant_id, ${name(one)})`),
  ]
  return `${fromSameName ? setAside(table) : ''}create table ${sqlName(table)} (
  ${lines.join(',\n  ')}
);
${fields
  .filter(one => one.kind === 'ref')
  .map(one => `create index ${table}_${columnOf(one.key)} on ${sqlName(table)} (tenant_id, ${name(one)});\n`)
  .join('')}select protect('${table}');
`
}
