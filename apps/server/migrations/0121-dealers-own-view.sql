-- Somebody of a dealer who signs in: sees what the dealer was given, and nothing else of the channel.
alter table dealer add column account_id bigint;
alter table dealer add constraint dealer_account_key unique (tenant_id, account_id);
alter table dealer add foreign key (tenant_id, account_id) references account (tenant_id, id) on delete restrict;

-- A store may be shown to buyers as a place of sale, when the enterprise says so of it.
alter table store add column shown boolean;
alter table store add column address_texts jsonb not null default '{}' check (
  jsonb_typeof(address_texts) = 'object' and address_texts - array['zh', 'en', 'fr'] = '{}'
  and not jsonb_path_exists(address_texts, '$.* ? (@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))')
);

-- What a dealer has now, the newest first; and what he had, for the logs of it.
drop index code_assignment_dealer;
create index code_assignment_dealer on code_assignment (tenant_id, dealer_id, request_number, first_serial);
create index store_dealer on store (tenant_id, dealer_id);
