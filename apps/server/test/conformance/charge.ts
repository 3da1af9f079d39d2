import { defineEntity } from '../../../../packages/contract/src/entity.ts'
import { choice, text } from '../../../../packages/contract/src/field.ts'
import type { States } from '../../../../packages/contract/src/states.ts'
import { transitionRoutes } from '../../src/entity/transitions.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { Refusal } from '../../src/platform/refusal.ts'

// The test compares these blocks with the guide, word by word.

/** Life of a kiln charge: loaded, dried, or spoiled and loaded again. */
export const chargeStates = {
  field: 'status',
  initial: 'loaded',
  values: ['loaded', 'drying', 'dried', 'spoiled'],
  transitions: [
    { verb: 'start', from: ['loaded'], to: 'drying', confirm: 'plain' },
    { verb: 'finish', from: ['drying'], to: 'dried', bulk: true },
    { verb: 'spoil', from: ['drying'], to: 'spoiled', reason: { is: 'required', field: 'fault' }, confirm: 'danger' },
    { verb: 'reload', from: ['spoiled'], to: 'loaded' },
  ],
  editable: ['loaded'],
  removable: ['loaded'],
} as const satisfies States

export const charge = defineEntity({
  area: 'catalog',
  name: 'charge',
  tenancy: 'tenant',
  label: 'kiln',
  fields: {
    kiln: text({ max: 40, required: true }),
    status: choice({ options: chargeStates.values, default: 'loaded', readonly: true }),
    fault: text({ max: 200, readonly: true, hideInList: true }),
  },
  operations: ['list', 'add', 'edit', 'remove'],
  states: chargeStates,
  verbs: ['state'],
})

export const chargeRoutes = transitionRoutes(charge, {
  start: {
    async guard(db, _actor, row) {
      const busy = sql`select 1 from charge where kiln = ${row.kiln} and status = 'drying' limit 1`
      if (await db.maybe(busy)) throw new Refusal('inUse')
    },
  },
})

/** The table; in the product a migration creates it. */
export const chargeTable = `
  create table charge (
    id bigint generated always as identity primary key,
    tenant_id bigint not null references enterprise on delete cascade,
    kiln text not null check (length(kiln) <= 40),
    status text not null default 'loaded',
    fault text check (length(fault) <= 200),
    created_by bigint,
    created_at timestamptz not null default now(),
    updated_by bigint,
    updated_at timestamptz not null default now(),
    unique (tenant_id, id),
    check (kiln <> 'Broken' or status <> 'dried')
  );
  select protect('charge')`
