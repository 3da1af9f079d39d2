-- Posts, stage templates and parameter templates belong to the department of whoever made them, as every other record
-- does, so that a role's data scope can say whose of them it reaches.
alter table post add column dept_id bigint, add foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict;
alter table stage_template add column dept_id bigint, add foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict;
alter table stage_parameter add column dept_id bigint, add foreign key (tenant_id, dept_id) references dept (tenant_id, id) on delete restrict;

-- Row security would hide the rows from an owner who is no superuser.
alter table account no force row level security;
alter table post no force row level security;
alter table stage_template no force row level security;
alter table stage_parameter no force row level security;
update post t set dept_id = a.dept_id from account a where a.tenant_id = t.tenant_id and a.id = t.created_by;
update stage_template t set dept_id = a.dept_id from account a where a.tenant_id = t.tenant_id and a.id = t.created_by;
update stage_parameter t set dept_id = a.dept_id from account a where a.tenant_id = t.tenant_id and a.id = t.created_by;
alter table account force row level security;
alter table post force row level security;
alter table stage_template force row level security;
alter table stage_parameter force row level security;
