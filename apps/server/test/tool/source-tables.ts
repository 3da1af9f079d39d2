import type pg from 'pg'

/** A table for a new record type, with comments, limits, an enumeration and a reference. */
export const depot = `
  create type depot_state as enum ('open', 'full');
  create table depot (
    depot_id bigint generated always as identity primary key,
    depot_name varchar(60) not null,
    code varchar(20) not null unique,
    state depot_state not null,
    capacity integer,
    area_ha numeric(10, 2),
    opened_on date,
    is_roofed boolean,
    phone varchar(20),
    status char(1) not null default '0',
    dealer_ref bigint,
    photos text[],
    note text,
    measured_at timestamptz,
    plan jsonb,
    created_at timestamptz not null default now()
  );
  comment on table depot is '临时堆场';
  comment on column depot.depot_name is '堆场名称';
  comment on column depot.capacity is 'Room in m³';
  insert into depot (depot_name, code, state) values ('ROW-NEVER-READ', 'X', 'open')`

/** Texts that end a string, a comment, a template or a line in some language, and reserved words. */
export const hostileText =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder must stay literal
  "'); drop table account; -- */ ` ${process.exit(1)} \\' \" </script> \u202e\u2028\n{name} 名称 \u{1F332}"

const long = 'x'.repeat(63)

/** A table whose names and comments try to escape from literals. */
export async function makeHostile(admin: pg.Client): Promise<void> {
  await admin.query(`create schema "odd ""schema"""`)
  const table = `"odd ""schema"""."select ""*/ table"`
  await admin.query(`create table ${table} (
    id bigint, "class" varchar(30) not null, "order" integer, "__proto__" text, "constructor" text, "user" text,
    "a\`\${b}" text, "'); drop table account; --" text, "*/ quote""d" text, "名称" text, "${long}" text, "1st" integer, "a b" text, "a_b" text,
    "state" text check ("state" in ('a', 'b''); --', 'c')), "net" inet, "geo" point)`)
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
  await admin.query(`comment on table ${table} is ${literal(hostileText)}`)
  for (const column of ['class', 'order', '名称', long, 'state'])
    await admin.query(`comment on column ${table}."${column}" is ${literal(hostileText)}`)
}
