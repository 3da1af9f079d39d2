-- As long as the form takes it.
alter table product add check (length(change_reason) <= 200);
alter table batch add check (length(change_reason) <= 200);
