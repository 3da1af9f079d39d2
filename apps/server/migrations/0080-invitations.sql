-- Which round of invitations to register holds: withdrawing those that were given begins the next.
alter table enterprise add column invitation_round integer not null default 0;
