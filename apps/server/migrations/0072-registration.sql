-- Somebody who registered himself and waits for an administrator, until this moment; then the account is removed.
alter table account add column waits_until timestamptz;
create index account_waiting on account (waits_until) where waits_until is not null;
