-- Where the database's log ended after a session's last write: a reading replica answers the session only once it has replayed that
-- much. A session begins with what was written before it, such as its own account.
alter table session add column wal_position pg_lsn not null default pg_current_wal_insert_lsn();
