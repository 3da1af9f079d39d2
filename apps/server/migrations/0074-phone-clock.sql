-- A report from a phone whose clock was wrong: when it was handed over by that clock and as it is reckoned, and the time as it
-- was reported where it lay ahead of the server's. Null where the clock was right.
alter table stage_record
  add column phone_at timestamptz,
  add column reckoned_at timestamptz,
  add column claimed_at timestamptz,
  add constraint stage_record_clock check ((phone_at is null) = (reckoned_at is null) and (claimed_at is null or phone_at is not null));
