-- How often an alarm was raised since it was told first: also those that ended between two looks.
alter table alarm_told add column times integer not null default 1;
