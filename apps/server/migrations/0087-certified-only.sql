-- Only codes that are certified may be reported with a template, unless it says otherwise. Where reports were made before there
-- was any certification they go on as they did: nobody's codes stop over night.
alter table stage_template add column certified_only boolean not null default true;
alter table stage_template no force row level security;
alter table stage_record no force row level security;
update stage_template set certified_only = false where exists (select from stage_record);
alter table stage_template force row level security;
alter table stage_record force row level security;
