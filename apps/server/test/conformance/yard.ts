import { defineEntity } from '../../../../packages/contract/src/entity.ts'
import { integer, remark, status, text } from '../../../../packages/contract/src/field.ts'

/** The record type that the test of the guide adds. Step 1: the declaration. */
export const yard = defineEntity({
  area: 'catalog',
  name: 'yard',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: text({ max: 40, required: true, search: 'like' }),
    capacity: integer({ min: 0, max: 9999 }),
    status: status(),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [{ fields: ['name'], constraint: 'yard_name_key', error: 'taken' }],
})

/** Step 2: the table. */
export const yardTable = `
  create table yard (
    id bigint generated always as identity,
    tenant_id bigint not null references enterprise on delete cascade,
    dept_id bigint,
    name text not null check (length(name) <= 40),
    capacity integer,
    status text not null default '0',
    remark text check (length(remark) <= 200),
    created_by bigint,
    created_at timestamptz not null default now(),
    updated_by bigint,
    updated_at timestamptz not null default now(),
    primary key (tenant_id, id),
    foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict,
    constraint yard_name_key unique (tenant_id, name)
  );
  select protect('yard')`

/** Step 3: the words, with the title of the menu. */
export const yardWords = {
  zh: { 'catalog.yard': '堆场', 'catalog.yard.name': '名称', 'catalog.yard.capacity': '容量' },
  en: { 'catalog.yard': 'Yard', 'catalog.yard.name': 'Name', 'catalog.yard.capacity': 'Capacity' },
  fr: { 'catalog.yard': 'Parc', 'catalog.yard.name': 'Nom', 'catalog.yard.capacity': 'Capacité' },
}
export const yardTitle = { zh: '堆场管理', en: 'Timber yards', fr: 'Parcs à bois' }

/** Step 4: the menu, as `entityScreen('catalog/yard', 'inbox')` declares it. */
export const yardMenu = {
  key: 'catalog.yard',
  icon: 'inbox',
  path: 'yard',
  component: 'entity/catalog/yard',
  entity: 'catalog/yard',
}
