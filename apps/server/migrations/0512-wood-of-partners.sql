-- Wood that an invited partner felled, bought or transformed: it is in the account of the holder, who invited it. The record is the partner's.
alter table material_entry
  add column partner_record_id bigint,
  drop constraint material_entry_origin_check,
  add constraint material_entry_origin_check check (num_nonnulls(record_id, offer_id, transfer_id, partner_record_id) = 1),
  add constraint material_entry_partner_record_check check (partner_record_id is null or partner is not null);
create index material_entry_partner_record on material_entry (tenant_id, partner_record_id) where partner_record_id is not null;
