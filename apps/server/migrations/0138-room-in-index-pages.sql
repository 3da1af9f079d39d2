-- A page of the index is written over and over. With room beside it its next version stands where it stood: no index of the
-- table has to be touched, and no second block. Pages that are there already get theirs as they are written again.
alter table ledger_index_page set (fillfactor = 70);
