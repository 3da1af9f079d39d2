-- What the receiver photographed when goods arrived, and who signed for them on glass: ids of its files, which the giver may read too.
alter table custody_offer add column photos text[] not null default '{}' check (cardinality(photos) <= 10);
alter table custody_offer add column signature text;
alter table custody_offer add column signed_by text check (length(signed_by) between 1 and 50);
alter table custody_offer add column signed_at timestamptz;
alter table custody_offer add check ((signature is null) = (signed_by is null) and (signature is null) = (signed_at is null));
alter table custody_offer add check (status = 'accepted' or (photos = '{}' and signature is null));
