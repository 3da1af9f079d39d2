-- What was last delivered (menus, dictionaries, parameters, roles): nobody's parameter.
create table delivery (
  only_row boolean primary key default true check (only_row),
  stamp text not null
);
select reserve('delivery');
delete from config where config_key = 'sys.delivered';
