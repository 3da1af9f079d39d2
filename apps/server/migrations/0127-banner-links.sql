-- Where a banner leads, and from when until when it is shown.
alter table banner
  add column link text check (length(link) <= 500),
  add column show_from timestamptz,
  add column show_until timestamptz,
  add constraint banner_shown_check check (show_until > show_from);
