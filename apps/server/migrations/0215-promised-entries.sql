-- Proves with the key outside the database when an entry was queued, so that the server can promise it to readers with that
-- time. Null for entries that were queued by an earlier version: they are not promised.
alter table ledger_queue add column time_mac bytea check (length(time_mac) = 32);
