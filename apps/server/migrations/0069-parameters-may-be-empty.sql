-- A parameter that says nothing holds nothing: the filing notice of a site that has none. Which may is the contract's matter.
alter table config alter column config_value drop not null;
update config set config_value = null where config_value = '';
