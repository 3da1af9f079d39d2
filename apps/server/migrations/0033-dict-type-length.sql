-- The type of an entry is as long as that of its dictionary; said here too, so that the declaration can be checked.
alter table dict_data add constraint dict_data_dict_type_check check (length(dict_type) <= 100);
