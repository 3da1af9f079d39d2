-- How far the clock had come when somebody looked last, and when it leapt ahead: what goes by its age waits then.
create table clock_look (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  leapt_at timestamptz
);
select reserve('clock_look');
