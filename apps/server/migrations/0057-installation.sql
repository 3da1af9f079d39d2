-- What an installation remembers outside its database is kept under its id.
grant select on installation to timbermark_worker;
