-- The schema that the migrations make. Written by a test; update: npm test -- schema-dump -u

table account -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  user_name text not null
  nick_name text not null
  user_type smallint not null default 1
  email text
  phonenumber text
  sex text
  avatar text
  password_hash text not null
  initial_until timestamp with time zone
  password_changed_at timestamp with time zone
  status text not null default '0'::text
  login_ip text
  login_date timestamp with time zone
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  waits_until timestamp with time zone
  constraint account_email_check CHECK ((length(email) <= 50))
  constraint account_login_ip_check CHECK ((length(login_ip) <= 50))
  constraint account_nick_name_check CHECK ((length(nick_name) <= 30))
  constraint account_phonenumber_check CHECK ((length(phonenumber) <= 20))
  constraint account_remark_check CHECK ((length(remark) <= 200))
  constraint account_sex_check CHECK ((sex = ANY (ARRAY['0'::text, '1'::text])))
  constraint account_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint account_user_name_check CHECK (((length(user_name) >= 2) AND (length(user_name) <= 20)))
  constraint account_user_type_check CHECK (((user_type >= 1) AND (user_type <= 5)))
  constraint account_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint account_pkey PRIMARY KEY (tenant_id, id)
  constraint account_email_key UNIQUE (tenant_id, email)
  constraint account_phonenumber_key UNIQUE (tenant_id, phonenumber)
  CREATE INDEX account_created ON public.account USING btree (tenant_id, id DESC) INCLUDE (user_name, nick_name, user_type, dept_id, created_by, status)
  CREATE INDEX account_dept ON public.account USING btree (tenant_id, dept_id)
  CREATE UNIQUE INDEX account_email_lower_key ON public.account USING btree (tenant_id, lower(email))
  CREATE INDEX account_search ON public.account USING gin (search_grams(tenant_id, ARRAY[user_name, nick_name, phonenumber])) WITH (gin_pending_list_limit='256')
  CREATE UNIQUE INDEX account_user_name_key ON public.account USING btree (tenant_id, lower(user_name))
  CREATE INDEX account_waiting ON public.account USING btree (waits_until) WHERE (waits_until IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table account_post -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  post_id bigint not null
  constraint account_post_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint account_post_tenant_id_post_id_fkey FOREIGN KEY (tenant_id, post_id) REFERENCES post(tenant_id, id) ON DELETE RESTRICT
  constraint account_post_pkey PRIMARY KEY (tenant_id, account_id, post_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table account_role -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  role_id bigint not null
  constraint account_role_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint account_role_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, id) ON DELETE RESTRICT
  constraint account_role_pkey PRIMARY KEY (tenant_id, account_id, role_id)
  CREATE INDEX account_role_role ON public.account_role USING btree (tenant_id, role_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table alarm_told
  key text not null
  told_at timestamp with time zone not null default now()
  times integer not null default 1
  constraint alarm_told_key_check CHECK ((length(key) <= 50))
  constraint alarm_told_pkey PRIMARY KEY (key)
  grant delete, insert, select, update to timbermark_worker

table article -- row security forced
  id bigint not null identity
  tenant_id bigint not null default 1
  title text not null
  category_id bigint not null
  type text not null
  repost_url text
  clicks integer default 0
  cover text[] not null default '{}'::text[]
  content text not null
  publisher text
  publish_time timestamp with time zone
  status text not null default 'draft'::text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  title_texts jsonb not null default '{}'::jsonb
  language text
  content_zh text
  content_en text
  content_fr text
  publish_at timestamp with time zone
  withdraw_reason text
  constraint article_check CHECK (((type <> 'repost'::text) OR (repost_url IS NOT NULL)))
  constraint article_clicks_check CHECK ((clicks >= 0))
  constraint article_content_check CHECK ((length(content) <= 50000))
  constraint article_content_en_check CHECK ((length(content_en) <= 50000))
  constraint article_content_fr_check CHECK ((length(content_fr) <= 50000))
  constraint article_content_zh_check CHECK ((length(content_zh) <= 50000))
  constraint article_language_check CHECK ((language = ANY (ARRAY['zh'::text, 'en'::text, 'fr'::text])))
  constraint article_planned CHECK (((publish_at IS NULL) OR (status = 'draft'::text)))
  constraint article_publisher_check CHECK ((length(publisher) <= 50))
  constraint article_repost_url_check CHECK ((length(repost_url) <= 500))
  constraint article_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text])))
  constraint article_tenant_id_check CHECK ((tenant_id = 1))
  constraint article_title_check CHECK ((length(title) <= 200))
  constraint article_title_texts_check CHECK (((jsonb_typeof(title_texts) = 'object'::text) AND ((title_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(title_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint article_type_check CHECK ((type = ANY (ARRAY['original'::text, 'repost'::text])))
  constraint article_withdraw_reason_check CHECK ((length(withdraw_reason) <= 200))
  constraint article_category_id_fkey FOREIGN KEY (category_id) REFERENCES news_category(id) ON DELETE RESTRICT
  constraint article_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint article_pkey PRIMARY KEY (id)
  CREATE INDEX article_category ON public.article USING btree (category_id)
  CREATE INDEX article_due ON public.article USING btree (publish_at) WHERE (publish_at IS NOT NULL)
  CREATE INDEX article_published ON public.article USING btree (publish_time DESC, id DESC) WHERE (status = 'published'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using ((status = 'published'::text) OR ((status = 'draft'::text) AND (publish_at <= now())) OR (current_tenant() = 1))
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table article_reader -- row security forced
  tenant_id bigint not null default 1
  article_id bigint not null
  day date not null
  reader bytea not null
  constraint article_reader_reader_check CHECK ((length(reader) = 16))
  constraint article_reader_tenant_id_check CHECK ((tenant_id = 1))
  constraint article_reader_article_id_fkey FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE CASCADE
  constraint article_reader_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint article_reader_pkey PRIMARY KEY (tenant_id, article_id, day, reader)
  CREATE INDEX article_reader_day ON public.article_reader USING btree (tenant_id, day)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table assignment -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  action text not null
  dealer_id bigint
  code_count integer not null
  reason text
  recorded_at timestamp with time zone not null default now()
  created_by bigint
  constraint assignment_action_check CHECK ((action = ANY (ARRAY['assign'::text, 'withdraw'::text, 'reassign'::text])))
  constraint assignment_check CHECK (((action = 'withdraw'::text) OR (dealer_id IS NOT NULL)))
  constraint assignment_check1 CHECK (((action = 'assign'::text) OR (reason IS NOT NULL)))
  constraint assignment_code_count_check CHECK ((code_count > 0))
  constraint assignment_reason_check CHECK ((length(reason) <= 200))
  constraint assignment_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint assignment_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint assignment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint assignment_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX assignment_dealer ON public.assignment USING btree (tenant_id, dealer_id)
  CREATE INDEX assignment_newest ON public.assignment USING btree (tenant_id, recorded_at DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table banner -- row security forced
  id bigint not null identity
  tenant_id bigint not null default 1
  group text not null
  sequence integer not null
  duration integer not null
  image text[] not null default '{}'::text[]
  status text not null default '0'::text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  link text
  show_from timestamp with time zone
  show_until timestamp with time zone
  constraint banner_duration_check CHECK ((duration > 0))
  constraint banner_group_check CHECK (("group" = ANY (ARRAY['appHome'::text, 'tradeHome'::text, 'newsHome'::text])))
  constraint banner_link_check CHECK ((length(link) <= 500))
  constraint banner_sequence_check CHECK (((sequence >= 0) AND (sequence <= 9999)))
  constraint banner_shown_check CHECK ((show_until > show_from))
  constraint banner_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint banner_tenant_id_check CHECK ((tenant_id = 1))
  constraint banner_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint banner_pkey PRIMARY KEY (id)
  CREATE INDEX banner_shown ON public.banner USING btree ("group", sequence, id) WHERE (status = '0'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table batch -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  batch_number text not null
  product_id bigint not null
  volume numeric(12,3)
  planned_date date
  status text not null default 'draft'::text
  void_reason text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  subject bytea
  records_subject bytea
  change_reason text
  circulation_id bigint
  circulation_steps jsonb
  received_stages text[] not null default '{}'::text[]
  constraint batch_batch_number_check CHECK ((length(batch_number) <= 50))
  constraint batch_change_reason_check CHECK ((length(change_reason) <= 200))
  constraint batch_records_subject_check CHECK ((length(records_subject) = 32))
  constraint batch_remark_check CHECK ((length(remark) <= 200))
  constraint batch_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text, 'voided'::text])))
  constraint batch_subject_check CHECK ((length(subject) = 32))
  constraint batch_void_reason_check CHECK ((length(void_reason) <= 200))
  constraint batch_volume_check CHECK ((volume >= (0)::numeric))
  constraint batch_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint batch_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint batch_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id) ON DELETE RESTRICT
  constraint batch_pkey PRIMARY KEY (tenant_id, id)
  constraint batch_batch_number_key UNIQUE (tenant_id, batch_number)
  CREATE INDEX batch_alike ON public.batch USING btree (tenant_id, name_key(batch_number))
  CREATE INDEX batch_circulation ON public.batch USING btree (circulation_id, tenant_id) WHERE (circulation_id IS NOT NULL)
  CREATE INDEX batch_open ON public.batch USING btree (tenant_id, id) WHERE (status = ANY (ARRAY['draft'::text, 'active'::text]))
  CREATE INDEX batch_product ON public.batch USING btree (tenant_id, product_id)
  CREATE INDEX batch_search ON public.batch USING gin (search_grams(tenant_id, ARRAY[batch_number])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table bound_identity -- row security forced
  person_hash bytea not null
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint not null
  app_id text not null
  nickname text
  bound_at timestamp with time zone not null default now()
  used_at timestamp with time zone
  constraint bound_identity_app_id_check CHECK ((length(app_id) <= 100))
  constraint bound_identity_nickname_check CHECK ((length(nickname) <= 100))
  constraint bound_identity_person_hash_check CHECK ((length(person_hash) = 32))
  constraint bound_identity_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint bound_identity_pkey PRIMARY KEY (person_hash)
  CREATE INDEX bound_identity_account ON public.bound_identity USING btree (tenant_id, account_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table cache_clear
  name text not null
  cleared_at timestamp with time zone not null
  constraint cache_clear_name_check CHECK ((length(name) <= 50))
  constraint cache_clear_pkey PRIMARY KEY (name)
  grant delete, insert, select, update to timbermark_worker

table captcha
  uuid uuid not null
  answer_hash bytea not null
  client text not null
  expires_at timestamp with time zone not null
  constraint captcha_pkey PRIMARY KEY (uuid)
  grant delete, insert, select, update to timbermark_worker

table case_hint -- row security forced
  tenant_id bigint not null
  subject text not null
  log text not null
  entry bigint not null
  at timestamp with time zone not null
  request_number integer not null
  serial integer not null
  weight real not null
  network text
  device text
  constraint case_hint_log_check CHECK ((log = ANY (ARRAY['scan'::text, 'check'::text])))
  constraint case_hint_subject_check CHECK ((length(subject) <= 300))
  constraint case_hint_weight_check CHECK (((weight >= (0)::double precision) AND (weight <= (1)::double precision)))
  constraint case_hint_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint case_hint_pkey PRIMARY KEY (tenant_id, subject, log, entry)
  CREATE INDEX case_hint_at ON public.case_hint USING btree (at)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table case_visit -- row security forced
  tenant_id bigint not null
  case_id bigint not null
  log text not null
  entry bigint not null
  at timestamp with time zone not null
  request_number integer not null
  serial integer not null
  weight real not null
  constraint case_visit_log_check CHECK ((log = ANY (ARRAY['scan'::text, 'check'::text])))
  constraint case_visit_weight_check CHECK (((weight >= (0)::double precision) AND (weight <= (1)::double precision)))
  constraint case_visit_tenant_id_case_id_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES channel_case(tenant_id, id) ON DELETE CASCADE
  constraint case_visit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint case_visit_pkey PRIMARY KEY (tenant_id, case_id, log, entry)
  CREATE INDEX case_visit_code ON public.case_visit USING btree (tenant_id, request_number, serial)
  CREATE INDEX case_visit_newest ON public.case_visit USING btree (tenant_id, case_id, at DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table category -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  picture text[] not null default '{}'::text[]
  order_num integer not null default 0
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  name_texts jsonb not null default '{}'::jsonb
  circulation_id bigint
  constraint category_name_check CHECK ((length(name) <= 50))
  constraint category_name_texts_check CHECK (((jsonb_typeof(name_texts) = 'object'::text) AND ((name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))'::jsonpath))))
  constraint category_remark_check CHECK ((length(remark) <= 200))
  constraint category_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint category_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint category_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint category_pkey PRIMARY KEY (tenant_id, id)
  constraint category_name_key UNIQUE (tenant_id, name)
  CREATE INDEX category_alike ON public.category USING btree (tenant_id, name_key(name))
  CREATE INDEX category_circulation ON public.category USING btree (circulation_id, tenant_id) WHERE (circulation_id IS NOT NULL)
  CREATE INDEX category_in_order ON public.category USING btree (tenant_id, order_num, id)
  CREATE UNIQUE INDEX category_name_key_en ON public.category USING btree (tenant_id, ((name_texts ->> 'en'::text))) WHERE (name_texts ? 'en'::text)
  CREATE UNIQUE INDEX category_name_key_fr ON public.category USING btree (tenant_id, ((name_texts ->> 'fr'::text))) WHERE (name_texts ? 'fr'::text)
  CREATE UNIQUE INDEX category_name_key_zh ON public.category USING btree (tenant_id, ((name_texts ->> 'zh'::text))) WHERE (name_texts ? 'zh'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table certification -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  request_number integer not null
  serials int4range not null
  first_serial integer not null default lower(serials)
  state text not null
  certifier_tenant_id bigint
  certifier_name text
  step_id bigint not null
  since timestamp with time zone not null
  submitted_by bigint
  owner_name text not null
  product_name text not null
  product_texts jsonb
  batch_number text not null
  code_type text not null
  species text not null
  country_code text not null
  created_by bigint
  spans_key bytea
  constraint certification_certifier_name_check CHECK ((length(certifier_name) <= 100))
  constraint certification_check CHECK ((certifier_tenant_id <> tenant_id))
  constraint certification_check1 CHECK (((certifier_tenant_id IS NULL) = (certifier_name IS NULL)))
  constraint certification_check2 CHECK (
CASE
    WHEN (state = ANY (ARRAY['authorizedNotCertified'::text, 'authorizedFailed'::text])) THEN (certifier_tenant_id IS NOT NULL)
    WHEN (state = ANY (ARRAY['notYetCertified'::text, 'failed'::text])) THEN (certifier_tenant_id IS NULL)
    ELSE true
END)
  constraint certification_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint certification_spans_key_check CHECK ((length(spans_key) = 32))
  constraint certification_state_check CHECK ((state = ANY (ARRAY['notYetCertified'::text, 'authorizedNotCertified'::text, 'failed'::text, 'authorizedFailed'::text, 'certified'::text])))
  constraint certification_certifier_tenant_id_fkey FOREIGN KEY (certifier_tenant_id) REFERENCES enterprise(id)
  constraint certification_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint certification_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint certification_pkey PRIMARY KEY (tenant_id, id)
  constraint certification_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&)
  CREATE INDEX certification_first ON public.certification USING btree (tenant_id, request_number, first_serial)
  CREATE INDEX certification_newest ON public.certification USING btree (tenant_id, since DESC, id DESC)
  CREATE INDEX certification_review ON public.certification USING btree (certifier_tenant_id, state, since DESC) WHERE (certifier_tenant_id IS NOT NULL)
  CREATE INDEX certification_waiting ON public.certification USING btree (tenant_id, state, since)
  policy across for all to timbermark_worker using true with check true
  policy own for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  policy replacing for delete to timbermark_server using (certifier_tenant_id = current_tenant())
  policy reviewed for select to timbermark_server using (certifier_tenant_id = current_tenant())
  policy reviewing for insert to timbermark_server with check ((certifier_tenant_id = current_tenant()) AND (state = ANY (ARRAY['authorizedNotCertified'::text, 'authorizedFailed'::text, 'certified'::text])))
  grant delete, insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table certification_paper -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  document_id bigint not null
  version integer not null
  owner_tenant_id bigint not null
  step_id bigint not null
  constraint certification_paper_owner_tenant_id_fkey FOREIGN KEY (owner_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint certification_paper_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE RESTRICT
  constraint certification_paper_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint certification_paper_pkey PRIMARY KEY (tenant_id, id)
  constraint certification_paper_step UNIQUE (tenant_id, owner_tenant_id, step_id, document_id)
  CREATE INDEX certification_paper_document ON public.certification_paper USING btree (tenant_id, document_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table certification_step -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serials int4range not null
  action text not null
  state text not null
  certifier_tenant_id bigint
  certifier_name text
  operator text not null
  enterprise_name text not null
  reason text
  judged_on date
  papers jsonb not null default '[]'::jsonb
  recorded_at timestamp with time zone not null
  created_by bigint
  personal_salt bytea not null default decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text)
  constraint certification_step_action_check CHECK ((action = ANY (ARRAY['submit'::text, 'authorize'::text, 'resubmit'::text, 'withdraw'::text, 'pass'::text, 'fail'::text])))
  constraint certification_step_certifier_name_check CHECK ((length(certifier_name) <= 100))
  constraint certification_step_check CHECK (((action = ANY (ARRAY['pass'::text, 'fail'::text])) = (judged_on IS NOT NULL)))
  constraint certification_step_check1 CHECK (((action <> ALL (ARRAY['fail'::text, 'resubmit'::text, 'withdraw'::text])) OR (reason IS NOT NULL)))
  constraint certification_step_enterprise_name_check CHECK ((length(enterprise_name) <= 100))
  constraint certification_step_operator_check CHECK ((length(operator) <= 50))
  constraint certification_step_personal_salt_check CHECK ((length(personal_salt) = 32))
  constraint certification_step_reason_check CHECK ((length(reason) <= 500))
  constraint certification_step_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint certification_step_state_check CHECK ((state = ANY (ARRAY['notAuthorized'::text, 'notYetCertified'::text, 'authorizedNotCertified'::text, 'failed'::text, 'authorizedFailed'::text, 'certified'::text])))
  constraint certification_step_certifier_tenant_id_fkey FOREIGN KEY (certifier_tenant_id) REFERENCES enterprise(id)
  constraint certification_step_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint certification_step_pkey PRIMARY KEY (tenant_id, id)
  constraint certification_step_reviewer UNIQUE (tenant_id, id, certifier_tenant_id)
  CREATE INDEX certification_step_codes ON public.certification_step USING gist (tenant_id, request_number, serials)
  CREATE INDEX certification_step_review ON public.certification_step USING btree (certifier_tenant_id, request_number) WHERE (certifier_tenant_id IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy judging for insert to timbermark_server with check ((certifier_tenant_id = current_tenant()) AND (action = ANY (ARRAY['pass'::text, 'fail'::text])))
  policy own for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  policy reviewed for select to timbermark_server using (certifier_tenant_id = current_tenant())
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table chain_anchor
  id bigint not null identity
  sender_id integer not null
  origin text not null
  size bigint not null
  root bytea not null
  index_root bytea not null
  head_time timestamp with time zone not null
  state text not null default 'queued'::text
  nonce bigint
  queued_at timestamp with time zone not null default now()
  sent_at timestamp with time zone
  verified_at timestamp with time zone
  transaction bytea
  block bigint
  block_hash bytea
  block_time timestamp with time zone
  cost numeric(78,0)
  constraint chain_anchor_block_check CHECK ((block >= 0))
  constraint chain_anchor_block_hash_check CHECK ((length(block_hash) = 32))
  constraint chain_anchor_check CHECK (((state = ANY (ARRAY['mined'::text, 'final'::text, 'verified'::text])) = (block IS NOT NULL)))
  constraint chain_anchor_check1 CHECK ((num_nulls(transaction, block, block_hash, block_time) = ANY (ARRAY[0, 4])))
  constraint chain_anchor_cost_check CHECK ((cost >= (0)::numeric))
  constraint chain_anchor_index_root_check CHECK ((length(index_root) = 32))
  constraint chain_anchor_nonce_check CHECK ((nonce >= 0))
  constraint chain_anchor_origin_check CHECK ((origin <> ''::text))
  constraint chain_anchor_root_check CHECK ((length(root) = 32))
  constraint chain_anchor_size_check CHECK ((size > 0))
  constraint chain_anchor_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'signed'::text, 'sent'::text, 'mined'::text, 'final'::text, 'verified'::text, 'overtaken'::text])))
  constraint chain_anchor_transaction_check CHECK ((length(transaction) = 32))
  constraint chain_anchor_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES chain_sender(id)
  constraint chain_anchor_pkey PRIMARY KEY (id)
  constraint chain_anchor_sender_id_origin_size_key UNIQUE (sender_id, origin, size)
  CREATE UNIQUE INDEX chain_anchor_open ON public.chain_anchor USING btree (sender_id) WHERE (state <> ALL (ARRAY['verified'::text, 'overtaken'::text]))
  CREATE INDEX chain_anchor_verified ON public.chain_anchor USING btree (origin, size) WHERE (state = 'verified'::text)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table chain_attempt
  hash bytea not null
  anchor_id bigint not null
  nonce bigint not null
  raw bytea not null
  fee numeric(78,0) not null
  tip numeric(78,0) not null
  gas bigint not null
  signed_at timestamp with time zone not null default now()
  sent_at timestamp with time zone
  constraint chain_attempt_fee_check CHECK ((fee >= (0)::numeric))
  constraint chain_attempt_gas_check CHECK ((gas > 0))
  constraint chain_attempt_hash_check CHECK ((length(hash) = 32))
  constraint chain_attempt_nonce_check CHECK ((nonce >= 0))
  constraint chain_attempt_raw_check CHECK ((length(raw) > 0))
  constraint chain_attempt_tip_check CHECK ((tip >= (0)::numeric))
  constraint chain_attempt_anchor_id_fkey FOREIGN KEY (anchor_id) REFERENCES chain_anchor(id)
  constraint chain_attempt_pkey PRIMARY KEY (hash)
  CREATE INDEX chain_attempt_anchor ON public.chain_attempt USING btree (anchor_id)
  grant insert, select, update to timbermark_worker

table chain_sender
  id integer not null identity
  chain_id bigint not null
  contract bytea not null
  sender bytea not null
  nonce bigint
  balance numeric(78,0)
  block bigint
  endpoints jsonb not null default '[]'::jsonb
  fault text
  fault_at timestamp with time zone
  asked_at timestamp with time zone
  held_by text
  held_until timestamp with time zone
  replace boolean not null default false
  constraint chain_sender_balance_check CHECK ((balance >= (0)::numeric))
  constraint chain_sender_block_check CHECK ((block >= 0))
  constraint chain_sender_chain_id_check CHECK ((chain_id > 0))
  constraint chain_sender_contract_check CHECK ((length(contract) = 20))
  constraint chain_sender_nonce_check CHECK ((nonce >= 0))
  constraint chain_sender_sender_check CHECK ((length(sender) = 20))
  constraint chain_sender_pkey PRIMARY KEY (id)
  constraint chain_sender_chain_id_contract_sender_key UNIQUE (chain_id, contract, sender)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table change_request -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  record_id bigint not null
  kind text not null
  reason text not null
  status text not null default 'waiting'::text
  remark text
  requested_at timestamp with time zone not null default now()
  created_by bigint not null
  decided_at timestamp with time zone
  decided_by bigint
  proposed jsonb
  constraint change_request_check CHECK (((status = 'waiting'::text) = (decided_at IS NULL)))
  constraint change_request_check1 CHECK (((proposed IS NULL) OR ((jsonb_typeof(proposed) = 'object'::text) AND (kind = 'correction'::text))))
  constraint change_request_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'correction'::text])))
  constraint change_request_reason_check CHECK ((length(reason) <= 500))
  constraint change_request_remark_check CHECK ((length(remark) <= 500))
  constraint change_request_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'agreed'::text, 'declined'::text, 'takenBack'::text, 'closed'::text])))
  constraint change_request_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint change_request_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES stage_record(tenant_id, id) ON DELETE CASCADE
  constraint change_request_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX change_request_order ON public.change_request USING btree (tenant_id, ((status <> 'waiting'::text)), id DESC)
  CREATE INDEX change_request_record ON public.change_request USING btree (tenant_id, record_id, id DESC)
  CREATE UNIQUE INDEX change_request_waiting ON public.change_request USING btree (tenant_id, record_id) WHERE (status = 'waiting'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table channel_case -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  kind text not null
  subject text not null
  request_number integer not null
  serial integer not null
  dealer_id bigint
  country text
  province text
  city text
  codes integer not null
  visits integer not null
  confidence smallint not null
  status text not null default 'open'::text
  assignee_id bigint
  first_at timestamp with time zone not null
  last_at timestamp with time zone not null
  note text
  closed_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  reminded_at timestamp with time zone
  constraint channel_case_codes_check CHECK ((codes > 0))
  constraint channel_case_confidence_check CHECK (((confidence >= 0) AND (confidence <= 100)))
  constraint channel_case_kind_check CHECK ((kind = ANY (ARRAY['crossSale'::text, 'speed'::text, 'places'::text, 'early'::text, 'sold'::text, 'rechecked'::text, 'wrongCodes'::text])))
  constraint channel_case_note_check CHECK ((length(note) <= 200))
  constraint channel_case_serial_check CHECK ((serial >= 0))
  constraint channel_case_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirmed'::text, 'dismissed'::text])))
  constraint channel_case_subject_check CHECK ((length(subject) <= 300))
  constraint channel_case_visits_check CHECK ((visits > 0))
  constraint channel_case_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint channel_case_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint channel_case_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint channel_case_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX channel_case_code ON public.channel_case USING btree (tenant_id, request_number, serial)
  CREATE INDEX channel_case_dealer ON public.channel_case USING btree (tenant_id, dealer_id, first_at) WHERE (status = 'confirmed'::text)
  CREATE INDEX channel_case_dismissed ON public.channel_case USING btree (tenant_id, kind, subject, closed_at) WHERE (status = 'dismissed'::text)
  CREATE INDEX channel_case_newest ON public.channel_case USING btree (tenant_id, last_at DESC, id DESC)
  CREATE INDEX channel_case_open ON public.channel_case USING btree (tenant_id, updated_at) WHERE (status = 'open'::text)
  CREATE UNIQUE INDEX channel_case_standing ON public.channel_case USING btree (tenant_id, kind, subject) WHERE (status <> 'dismissed'::text)
  CREATE INDEX channel_case_waiting ON public.channel_case USING btree (tenant_id, first_at) WHERE (status = 'open'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table check_limit
  bucket text not null
  wrong double precision not null
  since timestamp with time zone not null default now()
  constraint check_limit_bucket_check CHECK ((length(bucket) <= 100))
  constraint check_limit_pkey PRIMARY KEY (bucket)
  CREATE INDEX check_limit_since ON public.check_limit USING btree (since)
  grant delete, insert, select, update to timbermark_worker

table check_log -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serial integer not null
  product_id bigint
  given_hint text
  genuine boolean not null
  longitude numeric(9,6)
  latitude numeric(8,6)
  province text
  city text
  district text
  country text
  ip text
  checked_at timestamp with time zone not null default now()
  device text
  constraint check_log_pkey PRIMARY KEY (tenant_id, id, checked_at)
  CREATE INDEX check_log_code ON ONLY public.check_log USING btree (tenant_id, request_number, serial)
  CREATE INDEX check_log_tenant ON ONLY public.check_log USING btree (tenant_id, checked_at DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table circulation -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  name text not null
  title_key text
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  steps jsonb not null default '[]'::jsonb
  delivered_key text
  name_texts jsonb not null default '{}'::jsonb
  constraint circulation_name_check CHECK ((length(name) <= 50))
  constraint circulation_name_texts_check CHECK (((jsonb_typeof(name_texts) = 'object'::text) AND ((name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))'::jsonpath))))
  constraint circulation_remark_check CHECK ((length(remark) <= 200))
  constraint circulation_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint circulation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint circulation_pkey PRIMARY KEY (tenant_id, id)
  constraint circulation_delivered_key UNIQUE (tenant_id, delivered_key)
  constraint circulation_name_key UNIQUE (tenant_id, name)
  CREATE INDEX circulation_alike ON public.circulation USING btree (tenant_id, name_key(name))
  CREATE UNIQUE INDEX circulation_name_key_en ON public.circulation USING btree (tenant_id, ((name_texts ->> 'en'::text))) WHERE (name_texts ? 'en'::text)
  CREATE UNIQUE INDEX circulation_name_key_fr ON public.circulation USING btree (tenant_id, ((name_texts ->> 'fr'::text))) WHERE (name_texts ? 'fr'::text)
  CREATE UNIQUE INDEX circulation_name_key_zh ON public.circulation USING btree (tenant_id, ((name_texts ->> 'zh'::text))) WHERE (name_texts ? 'zh'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (tenant_id = current_tenant())
  policy changing for update to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  policy reading for select to timbermark_server using (tenant_id = ANY (ARRAY[(1)::bigint, current_tenant()]))
  policy removing for delete to timbermark_server using (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table clock_look
  one boolean not null default true
  looked_at timestamp with time zone not null
  leapt_at timestamp with time zone
  constraint clock_look_one_check CHECK (one)
  constraint clock_look_pkey PRIMARY KEY (one)
  grant delete, insert, select, update to timbermark_worker

table code_assignment -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serials int4range not null
  first_serial integer not null default lower(serials)
  dealer_id bigint not null
  assignment_id bigint not null
  ended_by bigint
  during tstzrange not null default tstzrange(now(), NULL::timestamp with time zone)
  current boolean not null default upper_inf(during)
  created_at timestamp with time zone not null default now()
  constraint code_assignment_serials_check CHECK ((NOT isempty(serials)))
  constraint code_assignment_tenant_id_assignment_id_fkey FOREIGN KEY (tenant_id, assignment_id) REFERENCES assignment(tenant_id, id) ON DELETE CASCADE
  constraint code_assignment_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint code_assignment_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES assignment(tenant_id, id)
  constraint code_assignment_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint code_assignment_pkey PRIMARY KEY (tenant_id, id)
  constraint code_assignment_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&, during WITH &&)
  CREATE INDEX code_assignment_dealer ON public.code_assignment USING btree (tenant_id, dealer_id, request_number, first_serial)
  CREATE INDEX code_assignment_ended ON public.code_assignment USING btree (tenant_id, ended_by) WHERE (ended_by IS NOT NULL)
  CREATE INDEX code_assignment_first ON public.code_assignment USING btree (tenant_id, request_number, first_serial) WHERE current
  CREATE INDEX code_assignment_made ON public.code_assignment USING btree (tenant_id, assignment_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

view code_directory
  request_number integer
  tenant_id bigint
  request_id bigint
  count integer
  key_version integer
  key_salt bytea
  code_format smallint
  code_rule text
  security_length smallint
  code_type text
  status text
  origin text
  identification text
  enterprise_name text
  enterprise_status text
  handed_on boolean
  grant select to timbermark_worker

table code_link -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serials int4range not null
  parent_request integer not null
  parent_serial integer not null
  record_id bigint
  created_at timestamp with time zone not null default now()
  first_serial integer not null default lower(serials)
  packing_id bigint
  ended_by bigint
  during tstzrange not null default tstzrange(now(), NULL::timestamp with time zone)
  current boolean not null default upper_inf(during)
  constraint code_link_parent_serial_check CHECK ((parent_serial >= 0))
  constraint code_link_serials_check CHECK ((NOT isempty(serials)))
  constraint code_link_tenant_id_ended_by_fkey FOREIGN KEY (tenant_id, ended_by) REFERENCES packing(tenant_id, id)
  constraint code_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint code_link_tenant_id_packing_id_fkey FOREIGN KEY (tenant_id, packing_id) REFERENCES packing(tenant_id, id) ON DELETE CASCADE
  constraint code_link_pkey PRIMARY KEY (tenant_id, id)
  constraint code_link_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&, during WITH &&)
  CREATE INDEX code_link_ended ON public.code_link USING btree (tenant_id, ended_by) WHERE (ended_by IS NOT NULL)
  CREATE INDEX code_link_first ON public.code_link USING btree (tenant_id, request_number, first_serial) WHERE current
  CREATE INDEX code_link_packing ON public.code_link USING btree (tenant_id, packing_id)
  CREATE INDEX code_link_parent ON public.code_link USING btree (tenant_id, parent_request, parent_serial) WHERE current
  CREATE INDEX code_link_record ON public.code_link USING btree (tenant_id, record_id) WHERE (record_id IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table code_request -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  request_number integer not null default nextval('code_request_number'::regclass)
  key_version integer not null default 1
  name text not null
  batch_id bigint not null
  count integer not null
  code_rule text not null
  security_length smallint not null
  code_type text not null
  stage_type text not null
  update_stage text not null
  country_code text not null
  factory_code text not null
  batch_date date not null
  species text not null
  status text not null default 'initialized'::text
  progress numeric(4,3) not null default 0
  failure text
  manifest_sha256 text
  submitted_by bigint
  submitted_at timestamp with time zone
  completed_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  run uuid
  key_salt bytea not null default SUBSTRING(sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))) FROM 1 FOR 16)
  blocks_key bytea
  origin text not null default 'own'::text
  code_format smallint not null default 2
  constraint code_request_blocks_key_check CHECK ((length(blocks_key) = 32))
  constraint code_request_code_format_check CHECK ((code_format = ANY (ARRAY[1, 2])))
  constraint code_request_code_rule_check CHECK ((code_rule = ANY (ARRAY['digits'::text, 'alnum'::text, 'symbols'::text])))
  constraint code_request_code_type_check CHECK ((code_type = ANY (ARRAY['item'::text, 'package'::text, 'container'::text])))
  constraint code_request_count_check CHECK (
CASE origin
    WHEN 'own'::text THEN (((count >= 10000) AND (count <= 20000000)) AND ((count % 10000) = 0))
    WHEN 'foreign'::text THEN ((count >= 0) AND (count <= 10000))
    ELSE ((count >= 1) AND (count <= 20000000))
END)
  constraint code_request_country_code_check CHECK ((length(country_code) <= 3))
  constraint code_request_factory_code_check CHECK ((length(factory_code) <= 20))
  constraint code_request_failure_check CHECK ((length(failure) <= 500))
  constraint code_request_key_salt_check CHECK ((length(key_salt) = ANY (ARRAY[0, 16])))
  constraint code_request_manifest_sha256_check CHECK ((manifest_sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint code_request_name_check CHECK ((length(name) <= 100))
  constraint code_request_origin_check CHECK ((origin = ANY (ARRAY['own'::text, 'foreign'::text, 'received'::text, 'invited'::text])))
  constraint code_request_progress_check CHECK (((progress >= (0)::numeric) AND (progress <= (1)::numeric)))
  constraint code_request_security_length_check CHECK (((security_length >= 6) AND (security_length <= 20)))
  constraint code_request_species_check CHECK ((length(species) <= 10))
  constraint code_request_stage_type_check CHECK ((stage_type = ANY (ARRAY['inStock'::text, 'outOfStock'::text, 'regular'::text])))
  constraint code_request_status_check CHECK ((status = ANY (ARRAY['initialized'::text, 'inProgress'::text, 'processing'::text, 'completed'::text, 'downloaded'::text])))
  constraint code_request_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE RESTRICT
  constraint code_request_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint code_request_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint code_request_pkey PRIMARY KEY (tenant_id, id)
  constraint code_request_request_number_key UNIQUE (tenant_id, request_number)
  CREATE INDEX code_request_batch ON public.code_request USING btree (tenant_id, batch_id)
  CREATE INDEX code_request_by_number ON public.code_request USING btree (request_number)
  CREATE INDEX code_request_completed ON public.code_request USING btree (completed_at) INCLUDE (count) WHERE ((status = ANY (ARRAY['completed'::text, 'downloaded'::text])) AND (origin = ANY (ARRAY['own'::text, 'foreign'::text])))
  CREATE INDEX code_request_draft ON public.code_request USING btree (tenant_id, created_at) WHERE (status = 'initialized'::text)
  CREATE UNIQUE INDEX code_request_generating ON public.code_request USING btree (tenant_id) WHERE (status = 'processing'::text)
  CREATE INDEX code_request_made ON public.code_request USING btree (tenant_id) INCLUDE (count) WHERE ((status = ANY (ARRAY['completed'::text, 'downloaded'::text])) AND (origin = ANY (ARRAY['own'::text, 'foreign'::text])))
  CREATE INDEX code_request_search ON public.code_request USING gin (search_grams(tenant_id, ARRAY[name])) WITH (gin_pending_list_limit='256')
  CREATE INDEX code_request_submitted ON public.code_request USING btree (tenant_id, submitted_at, id) WHERE (status = ANY (ARRAY['inProgress'::text, 'processing'::text]))
  CREATE INDEX code_request_to_print ON public.code_request USING btree (tenant_id, completed_at) WHERE (status = 'completed'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table code_stat -- row security forced
  tenant_id bigint not null
  request_number integer not null
  serial integer not null
  scans integer not null default 0
  first_scan_at timestamp with time zone
  checks integer not null default 0
  first_check_at timestamp with time zone
  wrong_checks integer not null default 0
  first_query_at timestamp with time zone
  constraint code_stat_pkey PRIMARY KEY (tenant_id, request_number, serial)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table config -- row security forced
  id bigint not null identity
  config_name text not null
  config_key text not null
  config_value text
  config_type text not null default 'N'::text
  title_key text
  is_public boolean not null default false
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  config_name_texts jsonb not null default '{}'::jsonb
  constraint config_config_key_check CHECK ((length(config_key) <= 100))
  constraint config_config_name_check CHECK ((length(config_name) <= 100))
  constraint config_config_name_texts_check CHECK (((jsonb_typeof(config_name_texts) = 'object'::text) AND ((config_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(config_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint config_config_type_check CHECK ((config_type = ANY (ARRAY['Y'::text, 'N'::text])))
  constraint config_config_value_check CHECK ((length(config_value) <= 500))
  constraint config_remark_check CHECK ((length(remark) <= 200))
  constraint config_pkey PRIMARY KEY (id)
  constraint config_config_key_key UNIQUE (config_key)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table custody_dispute_line -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  receiver_tenant_id bigint not null
  offer_id bigint not null
  number integer not null
  dispute integer not null
  side text not null
  kind text not null
  proposal integer
  text text
  operator text not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint custody_dispute_line_check CHECK ((proposal < number))
  constraint custody_dispute_line_check1 CHECK (((text IS NOT NULL) OR (kind = ANY (ARRAY['agreed'::text, 'takenBack'::text]))))
  constraint custody_dispute_line_check2 CHECK (((kind <> ALL (ARRAY['opened'::text, 'proposed'::text])) OR (proposal IS NULL)))
  constraint custody_dispute_line_check3 CHECK (((kind <> 'agreed'::text) OR (proposal IS NOT NULL)))
  constraint custody_dispute_line_dispute_check CHECK ((dispute > 0))
  constraint custody_dispute_line_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'answered'::text, 'proposed'::text, 'agreed'::text, 'takenBack'::text])))
  constraint custody_dispute_line_number_check CHECK ((number > 0))
  constraint custody_dispute_line_operator_check CHECK ((length(operator) <= 50))
  constraint custody_dispute_line_side_check CHECK ((side = ANY (ARRAY['giver'::text, 'receiver'::text])))
  constraint custody_dispute_line_text_check CHECK ((length(text) <= 1000))
  constraint custody_dispute_line_receiver_tenant_id_fkey FOREIGN KEY (receiver_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_dispute_line_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_dispute_line_tenant_id_offer_id_receiver_tenant_id_fkey FOREIGN KEY (tenant_id, offer_id, receiver_tenant_id) REFERENCES custody_offer(tenant_id, id, receiver_tenant_id) ON DELETE CASCADE
  constraint custody_dispute_line_pkey PRIMARY KEY (tenant_id, id)
  constraint custody_dispute_line_number UNIQUE (tenant_id, offer_id, number)
  CREATE UNIQUE INDEX custody_dispute_line_opened ON public.custody_dispute_line USING btree (tenant_id, offer_id, dispute) WHERE (kind = 'opened'::text)
  CREATE INDEX custody_dispute_line_received ON public.custody_dispute_line USING btree (receiver_tenant_id, offer_id)
  CREATE UNIQUE INDEX custody_dispute_line_settled ON public.custody_dispute_line USING btree (tenant_id, offer_id, dispute) WHERE (kind = ANY (ARRAY['agreed'::text, 'takenBack'::text]))
  policy across for select to timbermark_worker using true
  policy adding for insert to timbermark_server with check (((tenant_id = current_tenant()) AND (side = 'giver'::text)) OR ((receiver_tenant_id = current_tenant()) AND (side = 'receiver'::text)))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (receiver_tenant_id = current_tenant()))
  grant insert, select to timbermark_server
  grant select to timbermark_worker

table custody_handover -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  offer_id bigint
  request_number integer not null
  serials int4range not null
  receiver_tenant_id bigint not null
  received_request integer not null
  received_first integer not null
  handed_at timestamp with time zone not null
  operator text not null
  personal_salt bytea not null
  invitation_id bigint
  stages text[]
  first_serial integer not null default lower(serials)
  constraint custody_handover_cause CHECK ((((offer_id IS NULL) = (stages IS NOT NULL)) AND ((invitation_id IS NULL) = (stages IS NULL))))
  constraint custody_handover_check CHECK ((tenant_id <> receiver_tenant_id))
  constraint custody_handover_operator_check CHECK ((length(operator) <= 50))
  constraint custody_handover_personal_salt_check CHECK ((length(personal_salt) = 16))
  constraint custody_handover_received_first_check CHECK ((received_first >= 0))
  constraint custody_handover_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint custody_handover_stages_check CHECK (((cardinality(stages) >= 1) AND (cardinality(stages) <= 18)))
  constraint custody_handover_receiver_tenant_id_fkey FOREIGN KEY (receiver_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_handover_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_handover_tenant_id_invitation_id_fkey FOREIGN KEY (tenant_id, invitation_id) REFERENCES custody_invitation(tenant_id, id) ON DELETE CASCADE
  constraint custody_handover_tenant_id_offer_id_fkey FOREIGN KEY (tenant_id, offer_id) REFERENCES custody_offer(tenant_id, id) ON DELETE CASCADE
  constraint custody_handover_pkey PRIMARY KEY (tenant_id, id)
  constraint custody_handover_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&) WHERE ((stages IS NULL))
  CREATE INDEX custody_handover_codes ON public.custody_handover USING btree (request_number)
  CREATE INDEX custody_handover_first ON public.custody_handover USING btree (tenant_id, request_number, first_serial) WHERE (stages IS NULL)
  CREATE INDEX custody_handover_invitation ON public.custody_handover USING btree (tenant_id, invitation_id)
  CREATE INDEX custody_handover_invited ON public.custody_handover USING gist (tenant_id, request_number, serials) WHERE (stages IS NOT NULL)
  CREATE INDEX custody_handover_offer ON public.custody_handover USING btree (tenant_id, offer_id)
  CREATE INDEX custody_handover_received ON public.custody_handover USING btree (receiver_tenant_id, received_request, received_first)
  policy across for all to timbermark_worker using true with check true
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (receiver_tenant_id = current_tenant()))
  grant select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table custody_invitation -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  partner_tenant_id bigint not null
  goods text not null
  holder text not null
  partner text not null
  product jsonb not null
  batch_number text not null
  codes integer not null
  stages text[] not null
  until_on date not null
  note text
  status text not null default 'open'::text
  reason text
  invited_at timestamp with time zone not null default now()
  settled_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint custody_invitation_batch_number_check CHECK ((length(batch_number) <= 50))
  constraint custody_invitation_check CHECK ((tenant_id <> partner_tenant_id))
  constraint custody_invitation_codes_check CHECK ((codes > 0))
  constraint custody_invitation_goods_check CHECK ((length(goods) <= 200))
  constraint custody_invitation_holder_check CHECK ((length(holder) <= 100))
  constraint custody_invitation_note_check CHECK ((length(note) <= 500))
  constraint custody_invitation_partner_check CHECK ((length(partner) <= 100))
  constraint custody_invitation_reason_check CHECK ((length(reason) <= 200))
  constraint custody_invitation_stages_check CHECK (((cardinality(stages) >= 1) AND (cardinality(stages) <= 18)))
  constraint custody_invitation_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'revoked'::text])))
  constraint custody_invitation_partner_tenant_id_fkey FOREIGN KEY (partner_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_invitation_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint custody_invitation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_invitation_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX custody_invitation_id ON public.custody_invitation USING btree (id)
  CREATE INDEX custody_invitation_received ON public.custody_invitation USING btree (partner_tenant_id, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((tenant_id = current_tenant()) AND (partner_tenant_id <> current_tenant()) AND (status = 'open'::text))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (partner_tenant_id = current_tenant()))
  policy settling for update to timbermark_server using ((tenant_id = current_tenant()) OR (partner_tenant_id = current_tenant())) with check (((tenant_id = current_tenant()) AND (status = ANY (ARRAY['withdrawn'::text, 'revoked'::text]))) OR ((partner_tenant_id = current_tenant()) AND (status = 'declined'::text)))
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table custody_invitation_range -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  partner_tenant_id bigint not null
  invitation_id bigint not null
  request_number integer not null
  serials int4range not null
  constraint custody_invitation_range_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint custody_invitation_range_partner_tenant_id_fkey FOREIGN KEY (partner_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_invitation_range_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_invitation_range_tenant_id_invitation_id_fkey FOREIGN KEY (tenant_id, invitation_id) REFERENCES custody_invitation(tenant_id, id) ON DELETE CASCADE
  constraint custody_invitation_range_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX custody_invitation_range_codes ON public.custody_invitation_range USING btree (request_number)
  CREATE INDEX custody_invitation_range_of ON public.custody_invitation_range USING btree (tenant_id, invitation_id)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((tenant_id = current_tenant()) AND (partner_tenant_id <> current_tenant()))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (partner_tenant_id = current_tenant()))
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table custody_offer -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  receiver_tenant_id bigint not null
  goods text not null
  giver text not null
  receiver text not null
  product jsonb not null
  batch_number text not null
  codes integer not null
  accepted_codes integer
  volume numeric(12,3)
  weight numeric(15,3)
  delivery_note text
  place text
  terms text
  expires_on date
  status text not null default 'open'::text
  reason text
  received_volume numeric(12,3)
  received_weight numeric(15,3)
  difference text
  offered_at timestamp with time zone not null default now()
  settled_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  reminded text[] not null default '{}'::text[]
  photos text[] not null default '{}'::text[]
  signature text
  signed_by text
  signed_at timestamp with time zone
  shares_plots boolean not null default false
  constraint custody_offer_batch_number_check CHECK ((length(batch_number) <= 50))
  constraint custody_offer_check CHECK (((accepted_codes >= 1) AND (accepted_codes <= codes)))
  constraint custody_offer_check1 CHECK ((tenant_id <> receiver_tenant_id))
  constraint custody_offer_check2 CHECK (((status = 'accepted'::text) OR (accepted_codes IS NULL)))
  constraint custody_offer_check3 CHECK ((((signature IS NULL) = (signed_by IS NULL)) AND ((signature IS NULL) = (signed_at IS NULL))))
  constraint custody_offer_check4 CHECK (((status = 'accepted'::text) OR ((photos = '{}'::text[]) AND (signature IS NULL))))
  constraint custody_offer_codes_check CHECK ((codes > 0))
  constraint custody_offer_delivery_note_check CHECK ((length(delivery_note) <= 50))
  constraint custody_offer_difference_check CHECK ((length(difference) <= 200))
  constraint custody_offer_giver_check CHECK ((length(giver) <= 100))
  constraint custody_offer_goods_check CHECK ((length(goods) <= 200))
  constraint custody_offer_photos_check CHECK ((cardinality(photos) <= 10))
  constraint custody_offer_place_check CHECK ((length(place) <= 100))
  constraint custody_offer_reason_check CHECK ((length(reason) <= 200))
  constraint custody_offer_received_volume_check CHECK ((received_volume >= (0)::numeric))
  constraint custody_offer_received_weight_check CHECK ((received_weight >= (0)::numeric))
  constraint custody_offer_receiver_check CHECK ((length(receiver) <= 100))
  constraint custody_offer_reminded_check CHECK ((reminded <@ ARRAY['ending'::text, 'expired'::text, 'week'::text, 'month'::text]))
  constraint custody_offer_signed_by_check CHECK (((length(signed_by) >= 1) AND (length(signed_by) <= 50)))
  constraint custody_offer_status_check CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
  constraint custody_offer_terms_check CHECK ((length(terms) <= 500))
  constraint custody_offer_volume_check CHECK ((volume >= (0)::numeric))
  constraint custody_offer_weight_check CHECK ((weight >= (0)::numeric))
  constraint custody_offer_receiver_tenant_id_fkey FOREIGN KEY (receiver_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_offer_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint custody_offer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_offer_pkey PRIMARY KEY (tenant_id, id)
  constraint custody_offer_sides UNIQUE (tenant_id, id, receiver_tenant_id)
  CREATE INDEX custody_offer_id ON public.custody_offer USING btree (id)
  CREATE INDEX custody_offer_received ON public.custody_offer USING btree (receiver_tenant_id, id DESC)
  CREATE INDEX custody_offer_waiting ON public.custody_offer USING btree (receiver_tenant_id, offered_at) WHERE (status = 'open'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((tenant_id = current_tenant()) AND (receiver_tenant_id <> current_tenant()) AND (status = 'open'::text))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (receiver_tenant_id = current_tenant()))
  policy settling for update to timbermark_server using ((tenant_id = current_tenant()) OR (receiver_tenant_id = current_tenant())) with check (((tenant_id = current_tenant()) AND (status = 'withdrawn'::text)) OR ((receiver_tenant_id = current_tenant()) AND (status = 'declined'::text)))
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table custody_offer_range -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  receiver_tenant_id bigint not null
  offer_id bigint not null
  request_number integer not null
  serials int4range not null
  constraint custody_offer_range_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint custody_offer_range_receiver_tenant_id_fkey FOREIGN KEY (receiver_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_offer_range_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint custody_offer_range_tenant_id_offer_id_fkey FOREIGN KEY (tenant_id, offer_id) REFERENCES custody_offer(tenant_id, id) ON DELETE CASCADE
  constraint custody_offer_range_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX custody_offer_range_offer ON public.custody_offer_range USING btree (tenant_id, offer_id)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((tenant_id = current_tenant()) AND (receiver_tenant_id <> current_tenant()))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (receiver_tenant_id = current_tenant()))
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table customer -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  contact text
  phone text
  address text
  account_id bigint
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dealer_id bigint
  shown boolean
  constraint customer_address_check CHECK ((length(address) <= 200))
  constraint customer_contact_check CHECK ((length(contact) <= 50))
  constraint customer_name_check CHECK ((length(name) <= 100))
  constraint customer_phone_check CHECK ((length(phone) <= 20))
  constraint customer_remark_check CHECK ((length(remark) <= 200))
  constraint customer_shown_check CHECK (((NOT COALESCE(shown, false)) OR (address IS NOT NULL)))
  constraint customer_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint customer_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE RESTRICT
  constraint customer_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint customer_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint customer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint customer_pkey PRIMARY KEY (tenant_id, id)
  constraint customer_account_key UNIQUE (tenant_id, account_id)
  constraint customer_name_key UNIQUE (tenant_id, name)
  CREATE INDEX customer_alike ON public.customer USING btree (tenant_id, name_key(name))
  CREATE INDEX customer_dealer ON public.customer USING btree (tenant_id, dealer_id)
  CREATE INDEX customer_search ON public.customer USING gin (search_grams(tenant_id, ARRAY[name, contact, phone])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table dealer -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  level_id bigint not null
  parent_id bigint
  contact text
  phone text
  address text
  division_code text
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  account_id bigint
  constraint dealer_address_check CHECK ((length(address) <= 200))
  constraint dealer_check CHECK ((parent_id <> id))
  constraint dealer_contact_check CHECK ((length(contact) <= 50))
  constraint dealer_division_code_check CHECK ((length(division_code) <= 20))
  constraint dealer_name_check CHECK ((length(name) <= 100))
  constraint dealer_phone_check CHECK ((length(phone) <= 20))
  constraint dealer_remark_check CHECK ((length(remark) <= 200))
  constraint dealer_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint dealer_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE RESTRICT
  constraint dealer_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint dealer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint dealer_tenant_id_level_id_fkey FOREIGN KEY (tenant_id, level_id) REFERENCES dealer_level(tenant_id, id) ON DELETE RESTRICT
  constraint dealer_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint dealer_pkey PRIMARY KEY (tenant_id, id)
  constraint dealer_account_key UNIQUE (tenant_id, account_id)
  constraint dealer_name_key UNIQUE (tenant_id, name)
  CREATE INDEX dealer_alike ON public.dealer USING btree (tenant_id, name_key(name))
  CREATE INDEX dealer_by_level ON public.dealer USING btree (tenant_id, level_id)
  CREATE INDEX dealer_by_parent ON public.dealer USING btree (tenant_id, parent_id)
  CREATE INDEX dealer_search ON public.dealer USING gin (search_grams(tenant_id, ARRAY[name])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table dealer_level -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  code text not null
  name text not null
  level text not null
  order_num integer not null default 0
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint dealer_level_code_check CHECK ((length(code) <= 20))
  constraint dealer_level_level_check CHECK ((level = ANY (ARRAY['1'::text, '2'::text])))
  constraint dealer_level_name_check CHECK ((length(name) <= 50))
  constraint dealer_level_remark_check CHECK ((length(remark) <= 200))
  constraint dealer_level_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint dealer_level_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint dealer_level_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint dealer_level_pkey PRIMARY KEY (tenant_id, id)
  constraint dealer_level_code_key UNIQUE (tenant_id, code)
  constraint dealer_level_name_key UNIQUE (tenant_id, name)
  CREATE INDEX dealer_level_alike ON public.dealer_level USING btree (tenant_id, name_key(name))
  CREATE INDEX dealer_level_in_order ON public.dealer_level USING btree (tenant_id, order_num, id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table delivery
  only_row boolean not null default true
  stamp text not null
  constraint delivery_only_row_check CHECK (only_row)
  constraint delivery_pkey PRIMARY KEY (only_row)
  grant delete, insert, select, update to timbermark_worker

table dept -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  parent_id bigint
  ancestors bigint[] not null default '{}'::bigint[]
  dept_name text not null
  order_num integer not null default 0
  leader text
  phone text
  email text
  status text not null default '0'::text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint dept_dept_name_check CHECK ((length(dept_name) <= 30))
  constraint dept_email_check CHECK ((length(email) <= 50))
  constraint dept_leader_check CHECK ((length(leader) <= 20))
  constraint dept_phone_check CHECK ((length(phone) <= 20))
  constraint dept_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint dept_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint dept_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint dept_pkey PRIMARY KEY (tenant_id, id)
  constraint dept_name_key UNIQUE NULLS NOT DISTINCT (tenant_id, parent_id, dept_name)
  CREATE INDEX dept_ancestors ON public.dept USING gin (ancestors)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table dict_data -- row security forced
  id bigint not null identity
  dict_type text not null
  dict_sort integer not null default 0
  dict_label text not null
  dict_value text not null
  label_key text
  css_class text
  list_class text
  is_default text not null default 'N'::text
  extra jsonb
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dict_label_texts jsonb not null default '{}'::jsonb
  remark_texts jsonb not null default '{}'::jsonb
  constraint dict_data_css_class_check CHECK ((length(css_class) <= 100))
  constraint dict_data_dict_label_check CHECK ((length(dict_label) <= 100))
  constraint dict_data_dict_label_texts_check CHECK (((jsonb_typeof(dict_label_texts) = 'object'::text) AND ((dict_label_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(dict_label_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint dict_data_dict_type_check CHECK ((length(dict_type) <= 100))
  constraint dict_data_dict_value_check CHECK ((length(dict_value) <= 100))
  constraint dict_data_is_default_check CHECK ((is_default = ANY (ARRAY['Y'::text, 'N'::text])))
  constraint dict_data_list_class_check CHECK ((length(list_class) <= 100))
  constraint dict_data_remark_check CHECK ((length(remark) <= 200))
  constraint dict_data_remark_texts_check CHECK (((jsonb_typeof(remark_texts) = 'object'::text) AND ((remark_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(remark_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint dict_data_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint dict_data_dict_type_fkey FOREIGN KEY (dict_type) REFERENCES dict_type(dict_type) ON UPDATE CASCADE ON DELETE RESTRICT
  constraint dict_data_pkey PRIMARY KEY (id)
  constraint dict_data_value_key UNIQUE (dict_type, dict_value)
  CREATE INDEX dict_data_by_type ON public.dict_data USING btree (dict_type, dict_sort)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table dict_type -- row security forced
  id bigint not null identity
  dict_name text not null
  dict_type text not null
  title_key text
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dict_name_texts jsonb not null default '{}'::jsonb
  remark_texts jsonb not null default '{}'::jsonb
  constraint dict_type_dict_name_check CHECK ((length(dict_name) <= 100))
  constraint dict_type_dict_name_texts_check CHECK (((jsonb_typeof(dict_name_texts) = 'object'::text) AND ((dict_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(dict_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint dict_type_dict_type_check CHECK ((length(dict_type) <= 100))
  constraint dict_type_remark_check CHECK ((length(remark) <= 200))
  constraint dict_type_remark_texts_check CHECK (((jsonb_typeof(remark_texts) = 'object'::text) AND ((remark_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(remark_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint dict_type_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint dict_type_pkey PRIMARY KEY (id)
  constraint dict_type_dict_type_key UNIQUE (dict_type)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table disk_probe
  id integer not null
  filler bytea not null
  constraint disk_probe_pkey PRIMARY KEY (id)
  grant delete, insert, select, update to timbermark_worker

table division -- row security forced
  id bigint not null identity
  city_id integer not null
  short_name text not null
  full_name text not null
  level smallint not null
  parent_id integer not null default 0
  longitude numeric(9,6)
  latitude numeric(8,6)
  source text not null default 'manual'::text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint division_city_id_check CHECK (((city_id >= 100000) AND (city_id <= 999999)))
  constraint division_full_name_check CHECK ((length(full_name) <= 100))
  constraint division_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)))
  constraint division_level_check CHECK (((level >= 1) AND (level <= 3)))
  constraint division_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)))
  constraint division_short_name_check CHECK ((length(short_name) <= 50))
  constraint division_source_check CHECK ((source = ANY (ARRAY['shipped'::text, 'service'::text, 'manual'::text])))
  constraint division_pkey PRIMARY KEY (id)
  constraint division_city_id_key UNIQUE (city_id)
  CREATE INDEX division_parent ON public.division USING btree (parent_id, city_id)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table division_sync -- row security forced
  id bigint not null identity
  status text not null default 'queued'::text
  done integer not null default 0
  total integer not null default 0
  error text
  created_by bigint
  created_at timestamp with time zone not null default now()
  started_at timestamp with time zone
  finished_at timestamp with time zone
  run uuid
  constraint division_sync_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
  constraint division_sync_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX division_sync_open ON public.division_sync USING btree ((true)) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]))
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table document -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  code text not null
  name text not null
  type text not null
  file text[] not null default '{}'::text[]
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  version integer not null default 1
  scheme text
  number text
  holder text
  issuer text
  valid_from date
  valid_until date
  species text
  area text
  covered_volume numeric(18,6)
  covered_pieces integer
  constraint document_area_check CHECK ((length(area) <= 200))
  constraint document_code_check CHECK ((length(code) <= 50))
  constraint document_covered_pieces_check CHECK ((covered_pieces > 0))
  constraint document_covered_volume_check CHECK ((covered_volume > (0)::numeric))
  constraint document_holder_check CHECK ((length(holder) <= 100))
  constraint document_issuer_check CHECK ((length(issuer) <= 100))
  constraint document_name_check CHECK ((length(name) <= 100))
  constraint document_number_check CHECK ((length(number) <= 50))
  constraint document_remark_check CHECK ((length(remark) <= 200))
  constraint document_scheme_check CHECK ((scheme = ANY (ARRAY['FSC'::text, 'OLB'::text, 'CFCC'::text, 'PEFC'::text])))
  constraint document_species_check CHECK ((length(species) <= 200))
  constraint document_type_check CHECK ((type = ANY (ARRAY['certificate'::text, 'form'::text])))
  constraint document_validity_check CHECK ((valid_from <= valid_until))
  constraint document_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint document_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint document_pkey PRIMARY KEY (tenant_id, id)
  constraint document_code_key UNIQUE (tenant_id, code)
  CREATE INDEX document_expiring ON public.document USING btree (tenant_id, valid_until) WHERE (valid_until IS NOT NULL)
  CREATE INDEX document_search ON public.document USING gin (search_grams(tenant_id, ARRAY[code, name, number])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table document_consent -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  document_id bigint not null
  version integer not null
  given_at timestamp with time zone not null default now()
  given_by bigint
  ended_at timestamp with time zone
  ended_by bigint
  constraint document_consent_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE CASCADE
  constraint document_consent_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint document_consent_pkey PRIMARY KEY (tenant_id, id)
  constraint document_consent_version UNIQUE (tenant_id, document_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table document_total -- row security forced
  tenant_id bigint not null
  document_id bigint not null
  stage text not null
  volume numeric(22,6) not null default 0
  pieces numeric(18,0) not null default 0
  counted_at timestamp with time zone
  constraint document_total_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE CASCADE
  constraint document_total_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint document_total_pkey PRIMARY KEY (tenant_id, document_id, stage)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table document_version -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  document_id bigint not null
  version integer not null
  name text not null
  file text[] not null
  details jsonb not null
  replaced_by bigint
  replaced_at timestamp with time zone not null default now()
  constraint document_version_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE RESTRICT
  constraint document_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint document_version_pkey PRIMARY KEY (tenant_id, id)
  constraint document_version_key UNIQUE (tenant_id, document_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table download_link -- row security forced
  token_hash bytea not null
  tenant_id bigint not null
  account_id bigint not null
  path text not null
  expires_at timestamp with time zone not null
  used_at timestamp with time zone
  client text
  constraint download_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint download_link_pkey PRIMARY KEY (tenant_id, token_hash)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table earlier_row
  tenant_id bigint not null
  table_name text not null
  ids int8multirange not null
  mac bytea
  constraint earlier_row_mac_check CHECK ((length(mac) = 32))
  constraint earlier_row_table_name_check CHECK ((table_name = ANY (ARRAY['certification_step'::text, 'packing'::text])))
  constraint earlier_row_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint earlier_row_pkey PRIMARY KEY (tenant_id, table_name)
  grant delete, insert, select, update to timbermark_worker

table enterprise -- row security forced
  id bigint not null identity
  identification text not null
  name text not null
  contact text
  phone text
  kind text not null default 'producer'::text
  status text not null default '0'::text
  remark text
  rights_epoch bigint not null default 1
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  administrator_id bigint
  skeleton text default translate(lower(identification), '01l5_'::text, 'oiis-'::text)
  subject bytea
  invitation_round integer not null default 0
  public_name text
  public_name_texts jsonb not null default '{}'::jsonb
  time_zone text not null default 'Asia/Shanghai'::text
  constraint enterprise_contact_check CHECK ((length(contact) <= 50))
  constraint enterprise_identification_check CHECK (((length(identification) >= 2) AND (length(identification) <= 20)))
  constraint enterprise_kind_check CHECK ((length(kind) <= 20))
  constraint enterprise_name_check CHECK ((length(name) <= 100))
  constraint enterprise_phone_check CHECK ((length(phone) <= 20))
  constraint enterprise_public_name_check CHECK ((length(public_name) <= 100))
  constraint enterprise_public_name_texts_check CHECK (((jsonb_typeof(public_name_texts) = 'object'::text) AND ((public_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(public_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint enterprise_remark_check CHECK ((length(remark) <= 200))
  constraint enterprise_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint enterprise_subject_check CHECK ((length(subject) = 32))
  constraint enterprise_time_zone_check CHECK (((length(time_zone) <= 50) AND (('2000-01-01 00:00:00+00'::timestamp with time zone AT TIME ZONE time_zone) IS NOT NULL)))
  constraint enterprise_pkey PRIMARY KEY (id)
  constraint enterprise_identification_key UNIQUE (identification)
  CREATE UNIQUE INDEX enterprise_name_key ON public.enterprise USING btree (lower(name))
  CREATE UNIQUE INDEX enterprise_skeleton_key ON public.enterprise USING btree (skeleton)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using ((id = current_tenant()) OR (current_tenant() = 1)) with check ((current_tenant() = 1) OR ((id = current_tenant()) AND own_facts_stay(enterprise.*)))
  policy reading for select to timbermark_server using ((id = current_tenant()) OR (current_tenant() = 1))
  grant insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table file_object -- row security forced
  id text not null
  tenant_id bigint not null
  name text not null
  type text not null
  extension text not null
  size bigint not null
  sha256 text not null
  public_sha256 text
  is_public boolean not null default false
  owner text
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint file_object_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{22,43}$'::text))
  constraint file_object_name_check CHECK ((length(name) <= 200))
  constraint file_object_public_sha256_check CHECK ((public_sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint file_object_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint file_object_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint file_object_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX file_object_id ON public.file_object USING btree (id)
  CREATE INDEX file_object_owner ON public.file_object USING btree (tenant_id, owner)
  CREATE INDEX file_object_public_sha256 ON public.file_object USING btree (public_sha256) WHERE (public_sha256 IS NOT NULL)
  CREATE INDEX file_object_sha256 ON public.file_object USING btree (sha256)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table file_showing -- row security forced
  tenant_id bigint not null
  file_id text not null
  owner text not null
  constraint file_showing_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file_object(tenant_id, id) ON DELETE CASCADE
  constraint file_showing_pkey PRIMARY KEY (tenant_id, file_id, owner)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table foreign_code -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_id bigint not null
  serial integer not null
  value text not null
  folded text not null
  constraint foreign_code_check CHECK ((folded = upper(value)))
  constraint foreign_code_serial_check CHECK ((serial >= 0))
  constraint foreign_code_value_check CHECK ((value ~ '^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$'::text))
  constraint foreign_code_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES code_request(tenant_id, id) ON DELETE RESTRICT
  constraint foreign_code_pkey PRIMARY KEY (tenant_id, id)
  constraint foreign_code_tenant_id_folded_key UNIQUE (tenant_id, folded)
  constraint foreign_code_tenant_id_request_id_serial_key UNIQUE (tenant_id, request_id, serial)
  CREATE INDEX foreign_code_folded ON public.foreign_code USING btree (folded)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table form_design -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  name text not null
  remark text
  content jsonb not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint form_design_content_check CHECK ((jsonb_typeof(content) = 'object'::text))
  constraint form_design_name_check CHECK ((length(name) <= 100))
  constraint form_design_remark_check CHECK ((length(remark) <= 200))
  constraint form_design_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint form_design_pkey PRIMARY KEY (tenant_id, id)
  constraint form_design_name_key UNIQUE (tenant_id, name)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table gen_table -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  schema_name text not null
  table_name text not null
  table_comment text not null default ''::text
  settings jsonb not null
  columns jsonb not null
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint gen_table_columns_check CHECK ((jsonb_typeof(columns) = 'array'::text))
  constraint gen_table_remark_check CHECK ((length(remark) <= 200))
  constraint gen_table_schema_name_check CHECK ((length(schema_name) <= 63))
  constraint gen_table_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text))
  constraint gen_table_table_comment_check CHECK ((length(table_comment) <= 500))
  constraint gen_table_table_name_check CHECK ((length(table_name) <= 63))
  constraint gen_table_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint gen_table_pkey PRIMARY KEY (tenant_id, id)
  constraint gen_table_source_key UNIQUE (tenant_id, schema_name, table_name)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table half_session -- row security forced
  tenant_id bigint not null
  token_hash bytea not null
  account_id bigint not null
  created_at timestamp with time zone not null default now()
  constraint half_session_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint half_session_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint half_session_pkey PRIMARY KEY (tenant_id, token_hash)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table idempotency -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  key text not null
  body_hash bytea not null
  answer jsonb
  created_at timestamp with time zone not null default now()
  holder integer
  answered_at timestamp with time zone
  sealed bytea
  constraint idempotency_key_check CHECK ((length(key) <= 255))
  constraint idempotency_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint idempotency_pkey PRIMARY KEY (tenant_id, account_id, key)
  CREATE INDEX idempotency_keys ON public.idempotency USING btree (created_at) WHERE (key ~~ 'key:%'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table identity_attempt -- row security forced
  tenant_id bigint not null
  token_hash bytea not null
  state_hash bytea not null
  path text not null
  created_at timestamp with time zone not null default now()
  returned_at timestamp with time zone
  person_hash bytea
  app_id text
  nickname text
  constraint identity_attempt_app_id_check CHECK ((length(app_id) <= 100))
  constraint identity_attempt_nickname_check CHECK ((length(nickname) <= 100))
  constraint identity_attempt_path_check CHECK ((length(path) <= 400))
  constraint identity_attempt_person_hash_check CHECK ((length(person_hash) = 32))
  constraint identity_attempt_tenant_id_check CHECK ((tenant_id = 1))
  constraint identity_attempt_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint identity_attempt_pkey PRIMARY KEY (tenant_id, token_hash)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table installation
  only_row boolean not null default true
  id uuid not null default gen_random_uuid()
  state text not null default 'making'::text
  made_at timestamp with time zone
  constraint installation_only_row_check CHECK (only_row)
  constraint installation_state_check CHECK ((state = ANY (ARRAY['making'::text, 'ready'::text])))
  constraint installation_pkey PRIMARY KEY (only_row)
  grant delete, insert, select, update to timbermark_worker

table job_outbox
  id bigint not null identity
  name text not null
  payload jsonb not null
  key text not null
  max_attempts smallint not null
  queued_at timestamp with time zone not null default now()
  run_at timestamp with time zone
  constraint job_outbox_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
  constraint job_outbox_max_attempts_check CHECK (((max_attempts >= 1) AND (max_attempts <= 25)))
  constraint job_outbox_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
  constraint job_outbox_pkey PRIMARY KEY (id)
  grant insert to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table job_worker
  id text not null
  machine text not null
  pid integer not null
  started_at timestamp with time zone not null default now()
  seen_at timestamp with time zone not null default now()
  constraint job_worker_id_check CHECK ((length(id) <= 100))
  constraint job_worker_machine_check CHECK ((length(machine) <= 300))
  constraint job_worker_pkey PRIMARY KEY (id)
  grant delete, insert, select, update to timbermark_worker

table known_device -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  token_hash bytea not null
  created_at timestamp with time zone not null default now()
  seen_at timestamp with time zone not null default now()
  constraint known_device_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint known_device_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint known_device_pkey PRIMARY KEY (tenant_id, account_id, token_hash)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table label_act -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serials int4range not null
  verb text not null
  state text not null
  cause text
  reason text
  note text
  operator text not null
  recorded_at timestamp with time zone not null
  created_by bigint
  personal_salt bytea not null
  constraint label_act_cause_check CHECK ((cause = ANY (ARRAY['activation'::text, 'report'::text, 'packing'::text, 'certification'::text, 'assignment'::text, 'custody'::text])))
  constraint label_act_check CHECK (((verb = 'activate'::text) = (cause IS NOT NULL)))
  constraint label_act_check1 CHECK (((verb = ANY (ARRAY['spoil'::text, 'lose'::text])) = (reason IS NOT NULL)))
  constraint label_act_check2 CHECK (((verb <> 'reinstate'::text) OR (note IS NOT NULL)))
  constraint label_act_note_check CHECK ((length(note) <= 200))
  constraint label_act_operator_check CHECK ((length(operator) <= 50))
  constraint label_act_personal_salt_check CHECK ((length(personal_salt) = 16))
  constraint label_act_reason_check CHECK ((reason = ANY (ARRAY['misprint'::text, 'damaged'::text, 'surplus'::text, 'destroyed'::text, 'lost'::text, 'stolen'::text])))
  constraint label_act_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint label_act_state_check CHECK ((state = ANY (ARRAY['made'::text, 'delivered'::text, 'inUse'::text, 'spoiled'::text, 'lost'::text])))
  constraint label_act_verb_check CHECK ((verb = ANY (ARRAY['deliver'::text, 'activate'::text, 'spoil'::text, 'lose'::text, 'reinstate'::text])))
  constraint label_act_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint label_act_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX label_act_codes ON public.label_act USING gist (tenant_id, request_number, serials)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table label_layout -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  name text not null
  paper text not null default 'a4'::text
  width numeric(4,1)
  height numeric(4,1)
  columns integer not null default 3
  rows integer not null default 8
  margin_top numeric(4,1) not null
  margin_bottom numeric(4,1) not null
  margin_side numeric(4,1) not null
  gap_x numeric(4,1) not null
  gap_y numeric(4,1) not null
  error_level text not null default 'auto'::text
  show_product boolean not null default true
  show_batch boolean not null default true
  show_origin boolean not null default true
  show_date boolean not null default true
  show_code boolean not null default true
  show_security boolean not null default true
  show_heading boolean not null default true
  cut_marks boolean not null default true
  logo text[] not null default '{}'::text[]
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dpi text not null default '300'::text
  constraint label_layout_check CHECK (((paper <> 'own'::text) OR ((width IS NOT NULL) AND (height IS NOT NULL))))
  constraint label_layout_columns_check CHECK (((columns >= 1) AND (columns <= 20)))
  constraint label_layout_dpi_check CHECK ((dpi = ANY (ARRAY['203'::text, '300'::text, '600'::text])))
  constraint label_layout_error_level_check CHECK ((error_level = ANY (ARRAY['auto'::text, 'low'::text, 'medium'::text, 'quartile'::text, 'high'::text])))
  constraint label_layout_gap_x_check CHECK (((gap_x >= (0)::numeric) AND (gap_x <= (50)::numeric)))
  constraint label_layout_gap_y_check CHECK (((gap_y >= (0)::numeric) AND (gap_y <= (50)::numeric)))
  constraint label_layout_height_check CHECK (((height >= (15)::numeric) AND (height <= (500)::numeric)))
  constraint label_layout_margin_bottom_check CHECK (((margin_bottom >= (0)::numeric) AND (margin_bottom <= (100)::numeric)))
  constraint label_layout_margin_side_check CHECK (((margin_side >= (0)::numeric) AND (margin_side <= (100)::numeric)))
  constraint label_layout_margin_top_check CHECK (((margin_top >= (0)::numeric) AND (margin_top <= (100)::numeric)))
  constraint label_layout_name_check CHECK ((length(name) <= 50))
  constraint label_layout_paper_check CHECK ((paper = ANY (ARRAY['a4'::text, 'a5'::text, 'letter'::text, '50x30'::text, '60x40'::text, '70x50'::text, '80x60'::text, '100x70'::text, 'own'::text])))
  constraint label_layout_remark_check CHECK ((length(remark) <= 200))
  constraint label_layout_rows_check CHECK (((rows >= 1) AND (rows <= 50)))
  constraint label_layout_width_check CHECK (((width >= (15)::numeric) AND (width <= (500)::numeric)))
  constraint label_layout_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint label_layout_pkey PRIMARY KEY (tenant_id, id)
  constraint label_layout_name_key UNIQUE (tenant_id, name)
  CREATE INDEX label_layout_alike ON public.label_layout USING btree (tenant_id, name_key(name))
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table label_rule -- row security forced
  tenant_id bigint not null
  rule text not null
  holds boolean not null
  constraint label_rule_rule_check CHECK ((rule = 'mustActivate'::text))
  constraint label_rule_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint label_rule_pkey PRIMARY KEY (tenant_id, rule)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table label_state -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serials int4range not null
  state text not null
  was text
  act_id bigint
  since timestamp with time zone not null
  first_serial integer not null default lower(serials)
  constraint label_state_check CHECK (((state = ANY (ARRAY['spoiled'::text, 'lost'::text])) = (was IS NOT NULL)))
  constraint label_state_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint label_state_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'inUse'::text, 'spoiled'::text, 'lost'::text])))
  constraint label_state_was_check CHECK ((was = ANY (ARRAY['made'::text, 'delivered'::text, 'inUse'::text])))
  constraint label_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint label_state_pkey PRIMARY KEY (tenant_id, id)
  constraint label_state_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&)
  CREATE INDEX label_state_first ON public.label_state USING btree (tenant_id, request_number, first_serial)
  CREATE INDEX label_state_newest ON public.label_state USING btree (tenant_id, since DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table ledger_behind
  only_row boolean not null default true
  epoch integer not null
  size bigint not null
  root bytea not null
  known_from text not null
  since timestamp with time zone not null default now()
  constraint ledger_behind_epoch_check CHECK ((epoch > 0))
  constraint ledger_behind_only_row_check CHECK (only_row)
  constraint ledger_behind_root_check CHECK ((length(root) = 32))
  constraint ledger_behind_size_check CHECK ((size >= 0))
  constraint ledger_behind_pkey PRIMARY KEY (only_row)
  grant delete, insert, select, update to timbermark_worker

table ledger_break
  epoch integer not null
  at timestamp with time zone not null default now()
  reason text not null
  former_origin text not null
  size bigint not null
  root bytea not null
  lost_origin text not null
  lost_size bigint not null
  lost_root bytea not null
  constraint ledger_break_epoch_check CHECK ((epoch > 1))
  constraint ledger_break_lost_root_check CHECK ((length(lost_root) = 32))
  constraint ledger_break_lost_size_check CHECK ((lost_size >= 0))
  constraint ledger_break_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  constraint ledger_break_root_check CHECK ((length(root) = 32))
  constraint ledger_break_size_check CHECK ((size >= 0))
  constraint ledger_break_pkey PRIMARY KEY (epoch)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_check_place
  section text not null
  cursor text not null
  place jsonb
  head_size bigint not null default 0
  began_at timestamp with time zone not null default now()
  changed_at timestamp with time zone not null default now()
  ended_at timestamp with time zone
  constraint ledger_check_place_cursor_check CHECK ((cursor = ANY (ARRAY['part'::text, 'added'::text, 'whole'::text])))
  constraint ledger_check_place_section_check CHECK ((length(section) <= 50))
  constraint ledger_check_place_pkey PRIMARY KEY (section, cursor)
  grant delete, insert, select, update to timbermark_worker

table ledger_checked
  only_row boolean not null default true
  at timestamp with time zone not null
  found integer not null
  constraint ledger_checked_found_check CHECK ((found >= 0))
  constraint ledger_checked_only_row_check CHECK (only_row)
  constraint ledger_checked_pkey PRIMARY KEY (only_row)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table ledger_checkpoint
  size bigint not null
  root bytea not null
  note text not null
  signed_at timestamp with time zone not null default now()
  constraint ledger_checkpoint_root_check CHECK ((length(root) = 32))
  constraint ledger_checkpoint_pkey PRIMARY KEY (size)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_cosignature
  size bigint not null
  witness text not null
  line text not null
  signed_at timestamp with time zone not null
  constraint ledger_cosignature_line_check CHECK ((line <> ''::text))
  constraint ledger_cosignature_witness_check CHECK ((witness <> ''::text))
  constraint ledger_cosignature_size_fkey FOREIGN KEY (size) REFERENCES ledger_checkpoint(size)
  constraint ledger_cosignature_pkey PRIMARY KEY (size, witness)
  CREATE INDEX ledger_cosignature_witness ON public.ledger_cosignature USING btree (witness, size)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_entry
  index bigint not null
  text text not null
  hash bytea not null
  subject text default ((text)::jsonb ->> 'subject'::text)
  seq bigint default (((text)::jsonb ->> 'seq'::text))::bigint
  content text default ((text)::jsonb ->> 'content'::text)
  appended_at timestamp with time zone not null default now()
  constraint ledger_entry_hash_check CHECK ((length(hash) = 32))
  constraint ledger_entry_index_check CHECK ((index >= 0))
  constraint ledger_entry_pkey PRIMARY KEY (index)
  constraint ledger_entry_content_key UNIQUE (content)
  constraint ledger_entry_subject_seq_key UNIQUE (subject, seq)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_fault -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  kind text not null
  place text not null
  found_at timestamp with time zone not null default now()
  section text
  cursor text
  block jsonb
  constraint ledger_fault_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint ledger_fault_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX ledger_fault_block ON public.ledger_fault USING btree (section, cursor)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant())
  grant select to timbermark_server
  grant delete, insert, select to timbermark_worker

table ledger_index_page
  prefix text not null
  page bytea not null
  constraint ledger_index_page_prefix_check CHECK ((prefix ~ '^[0-9a-f]{0,63}$'::text))
  constraint ledger_index_page_pkey PRIMARY KEY (prefix)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table ledger_key
  epoch integer not null
  verifier_key text not null
  mac bytea not null
  constraint ledger_key_epoch_check CHECK ((epoch > 0))
  constraint ledger_key_mac_check CHECK ((length(mac) = 32))
  constraint ledger_key_pkey PRIMARY KEY (epoch)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table ledger_key_change
  epoch integer not null
  at timestamp with time zone not null
  reason text not null
  former_origin text not null
  size bigint not null
  root bytea not null
  constraint ledger_key_change_epoch_check CHECK ((epoch > 1))
  constraint ledger_key_change_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  constraint ledger_key_change_root_check CHECK ((length(root) = 32))
  constraint ledger_key_change_size_check CHECK ((size > 0))
  constraint ledger_key_change_pkey PRIMARY KEY (epoch)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_queue -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  subject bytea not null
  content bytea not null
  mac bytea not null
  queued_at timestamp with time zone not null default now()
  reviewed_step bigint
  reviewer_tenant_id bigint
  time_mac bytea
  constraint ledger_queue_content_check CHECK ((length(content) = 32))
  constraint ledger_queue_mac_check CHECK ((length(mac) = 32))
  constraint ledger_queue_subject_check CHECK ((length(subject) = 32))
  constraint ledger_queue_time_mac_check CHECK ((length(time_mac) = 32))
  constraint ledger_queue_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint ledger_queue_tenant_id_reviewed_step_reviewer_tenant_id_fkey FOREIGN KEY (tenant_id, reviewed_step, reviewer_tenant_id) REFERENCES certification_step(tenant_id, id, certifier_tenant_id)
  constraint ledger_queue_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX ledger_queue_order ON public.ledger_queue USING btree (id)
  CREATE INDEX ledger_queue_subject ON public.ledger_queue USING btree (tenant_id, subject)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (tenant_id = current_tenant())
  policy reading for select to timbermark_server using (tenant_id = current_tenant())
  policy reviewed for insert to timbermark_server with check ((reviewer_tenant_id = current_tenant()) AND (reviewed_step IS NOT NULL))
  grant insert, select to timbermark_server
  grant delete, insert, select to timbermark_worker

table ledger_refused
  id bigint not null identity
  tenant_id bigint not null
  subject bytea not null
  content bytea not null
  mac bytea not null
  why text not null
  queued_at timestamp with time zone not null
  refused_at timestamp with time zone not null default now()
  constraint ledger_refused_why_check CHECK ((why = ANY (ARRAY['mac'::text, 'again'::text])))
  constraint ledger_refused_pkey PRIMARY KEY (id)
  grant insert, select to timbermark_worker

table ledger_request_key
  only_one boolean not null default true
  first_number bigint not null
  wrapped bytea
  constraint ledger_request_key_first_number_check CHECK (((first_number >= 1) AND (first_number <= '4294967295'::bigint)))
  constraint ledger_request_key_only_one_check CHECK (only_one)
  constraint ledger_request_key_pkey PRIMARY KEY (only_one)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table ledger_script
  sha256 bytea not null
  path text not null
  index bigint not null
  constraint ledger_script_index_check CHECK ((index >= 0))
  constraint ledger_script_path_check CHECK ((path <> ''::text))
  constraint ledger_script_sha256_check CHECK ((length(sha256) = 32))
  constraint ledger_script_pkey PRIMARY KEY (sha256)
  grant select to timbermark_server
  grant insert, select to timbermark_worker

table ledger_tile
  level smallint not null
  index bigint not null
  width smallint not null
  hashes bytea not null
  constraint ledger_tile_width_check CHECK (((width >= 1) AND (width <= 256)))
  constraint ledger_tile_pkey PRIMARY KEY (level, index)
  grant select to timbermark_server
  grant insert, select, update to timbermark_worker

table ledger_timeline
  only_row boolean not null default true
  timeline text not null
  since timestamp with time zone not null default now()
  constraint ledger_timeline_only_row_check CHECK (only_row)
  constraint ledger_timeline_timeline_check CHECK ((timeline ~ '^[0-9A-F]{8}$'::text))
  constraint ledger_timeline_pkey PRIMARY KEY (only_row)
  grant delete, insert, select, update to timbermark_worker

table list_view -- row security forced
  tenant_id bigint not null
  id bigint not null identity
  list text not null
  account_id bigint
  name text not null
  settings jsonb not null
  version integer not null default 1
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  updated_by bigint not null
  constraint list_view_list_check CHECK ((length(list) <= 60))
  constraint list_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
  constraint list_view_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint list_view_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint list_view_pkey PRIMARY KEY (tenant_id, id)
  CREATE UNIQUE INDEX list_view_own_key ON public.list_view USING btree (tenant_id, account_id, list, lower(name)) WHERE (account_id IS NOT NULL)
  CREATE UNIQUE INDEX list_view_shared_key ON public.list_view USING btree (tenant_id, list, lower(name)) WHERE (account_id IS NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table list_view_start -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  list text not null
  view_id bigint not null
  constraint list_view_start_list_check CHECK ((length(list) <= 60))
  constraint list_view_start_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint list_view_start_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint list_view_start_tenant_id_view_id_fkey FOREIGN KEY (tenant_id, view_id) REFERENCES list_view(tenant_id, id) ON DELETE CASCADE
  constraint list_view_start_pkey PRIMARY KEY (tenant_id, account_id, list)
  CREATE INDEX list_view_start_view ON public.list_view_start USING btree (tenant_id, view_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table listing -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  kind text not null
  goods_name text not null
  quantity integer not null
  unit text not null
  thickness numeric(10,3)
  length numeric(10,3)
  width numeric(10,3)
  wood_name text
  origin text
  expected_price numeric(15,2) not null
  publisher text not null
  contact_phone text not null
  remark text not null
  picture text[] not null default '{}'::text[]
  publish_time timestamp with time zone not null default now()
  quote_count integer not null default 0
  status text not null default 'pending'::text
  reject_reason text
  held boolean not null default false
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  accepted_tenants bigint[] not null default '{}'::bigint[]
  species text
  form text
  place text default lower(btrim(origin))
  litres bigint default 
CASE
    WHEN (unit = 'cubicMeter'::text) THEN ((quantity)::bigint * 1000)
    WHEN ((unit = 'root'::text) AND (thickness IS NOT NULL) AND (length IS NOT NULL) AND (width IS NOT NULL)) THEN (LEAST((((((quantity)::numeric * thickness) * length) * width) / (1000000)::numeric), ('9000000000000000'::bigint)::numeric))::bigint
    ELSE NULL::bigint
END
  product_id bigint
  phone_closed_to bigint[] not null default '{}'::bigint[]
  revision integer not null default 1
  of_disabled boolean not null default false
  constraint listing_contact_phone_check CHECK ((length(contact_phone) <= 20))
  constraint listing_expected_price_check CHECK ((expected_price > (0)::numeric))
  constraint listing_form_check CHECK ((length(form) <= 20))
  constraint listing_goods_name_check CHECK ((length(goods_name) <= 100))
  constraint listing_kind_check CHECK ((kind = ANY (ARRAY['supply'::text, 'purchase'::text])))
  constraint listing_length_check CHECK ((length > (0)::numeric))
  constraint listing_origin_check CHECK ((length(origin) <= 100))
  constraint listing_publisher_check CHECK ((length(publisher) <= 100))
  constraint listing_quantity_check CHECK ((quantity > 0))
  constraint listing_reject_reason_check CHECK ((length(reject_reason) <= 200))
  constraint listing_remark_check CHECK ((length(remark) <= 200))
  constraint listing_species_check CHECK ((length(species) <= 10))
  constraint listing_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'onShelf'::text, 'offShelf'::text, 'rejected'::text])))
  constraint listing_thickness_check CHECK ((thickness > (0)::numeric))
  constraint listing_unit_check CHECK ((unit = ANY (ARRAY['cubicMeter'::text, 'ton'::text, 'root'::text])))
  constraint listing_width_check CHECK ((width > (0)::numeric))
  constraint listing_wood_name_check CHECK ((length(wood_name) <= 100))
  constraint listing_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint listing_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint listing_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id) ON DELETE RESTRICT
  constraint listing_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX listing_form ON public.listing USING btree (kind, form, id DESC)
  CREATE INDEX listing_form_place ON public.listing USING btree (kind, form, place, id DESC)
  CREATE INDEX listing_id ON public.listing USING btree (id)
  CREATE INDEX listing_kind ON public.listing USING btree (kind, id DESC)
  CREATE INDEX listing_litres ON public.listing USING btree (kind, litres)
  CREATE INDEX listing_pending ON public.listing USING btree (id) WHERE (status = 'pending'::text)
  CREATE INDEX listing_place ON public.listing USING btree (kind, place, id DESC)
  CREATE INDEX listing_product ON public.listing USING btree (tenant_id, product_id, id DESC) WHERE (product_id IS NOT NULL)
  CREATE INDEX listing_species ON public.listing USING btree (kind, species, id DESC)
  CREATE INDEX listing_species_form ON public.listing USING btree (kind, species, form, place, id DESC)
  CREATE INDEX listing_species_place ON public.listing USING btree (kind, species, place, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (tenant_id = current_tenant())
  policy changing for update to timbermark_server using ((tenant_id = current_tenant()) OR (current_tenant() = 1)) with check ((tenant_id = current_tenant()) OR (current_tenant() = 1))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (current_tenant() = 1) OR ((status = 'onShelf'::text) AND (NOT of_disabled) AND (current_tenant() IS NOT NULL)) OR (current_tenant() = ANY (accepted_tenants)))
  policy removing for delete to timbermark_server using (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

view listing_shown
  id bigint
  tenant_id bigint
  dept_id bigint
  kind text
  goods_name text
  quantity integer
  unit text
  thickness numeric(10,3)
  length numeric(10,3)
  width numeric(10,3)
  wood_name text
  origin text
  expected_price numeric(15,2)
  publisher text
  contact_phone text
  remark text
  picture text[]
  publish_time timestamp with time zone
  quote_count integer
  status text
  reject_reason text
  held boolean
  created_by bigint
  created_at timestamp with time zone
  updated_by bigint
  updated_at timestamp with time zone
  phone_shown boolean
  species text
  form text
  place text
  litres bigint
  phone_open boolean
  product_id bigint
  of_product boolean
  phone_closed boolean
  of_disabled boolean
  revision integer
  grant select to timbermark_server
  grant select to timbermark_worker

table login_log -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  user_name text not null
  ipaddr text
  browser text
  os text
  status text not null
  msg text not null
  login_time timestamp with time zone not null default now()
  constraint login_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint login_log_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX login_log_tenant ON public.login_log USING btree (tenant_id, id DESC)
  CREATE INDEX login_log_time ON public.login_log USING btree (login_time)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table material_balance -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  batch_id bigint not null
  species text not null
  form text not null
  volume numeric(22,6) not null default 0
  volume_in numeric(22,6) not null default 0
  volume_out numeric(22,6) not null default 0
  measured numeric(22,6) not null default 0
  undeclared numeric(22,6) not null default 0
  source text
  updated_at timestamp with time zone not null default now()
  differs_since timestamp with time zone
  constraint material_balance_check CHECK ((volume = (((volume_in - volume_out) + measured) + undeclared)))
  constraint material_balance_form_check CHECK ((form = ANY (ARRAY['log'::text, 'sawn'::text, 'product'::text, 'residue'::text])))
  constraint material_balance_source_check CHECK ((source = ANY (ARRAY['felled'::text, 'purchased'::text, 'received'::text, 'transferred'::text, 'converted'::text])))
  constraint material_balance_species_check CHECK ((length(species) <= 50))
  constraint material_balance_undeclared_check CHECK ((undeclared >= (0)::numeric))
  constraint material_balance_volume_check CHECK ((volume >= (0)::numeric))
  constraint material_balance_volume_in_check CHECK ((volume_in >= (0)::numeric))
  constraint material_balance_volume_out_check CHECK ((volume_out >= (0)::numeric))
  constraint material_balance_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE CASCADE
  constraint material_balance_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint material_balance_pkey PRIMARY KEY (tenant_id, id)
  constraint material_balance_tenant_id_batch_id_species_form_key UNIQUE (tenant_id, batch_id, species, form)
  CREATE INDEX material_balance_differing ON public.material_balance USING btree (tenant_id, id) WHERE (differs_since IS NOT NULL)
  CREATE INDEX material_balance_undeclared ON public.material_balance USING btree (tenant_id) WHERE (undeclared > (0)::numeric)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table material_entry -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  batch_id bigint not null
  species text not null
  form text not null
  act text not null
  reversed_act text
  volume numeric(22,6) not null
  stage text
  record_id bigint
  offer_id bigint
  partner text
  happened_at timestamp with time zone not null
  recorded_at timestamp with time zone not null default now()
  created_by bigint
  transfer_id bigint
  other_batch_id bigint
  reason text
  partner_record_id bigint
  constraint material_entry_act_check CHECK ((act = ANY (ARRAY['felled'::text, 'purchased'::text, 'received'::text, 'transferred'::text, 'converted'::text, 'lost'::text, 'handedOver'::text, 'measured'::text, 'undeclared'::text, 'reversed'::text])))
  constraint material_entry_check CHECK (((reversed_act IS NOT NULL) = (act = 'reversed'::text)))
  constraint material_entry_form_check CHECK ((form = ANY (ARRAY['log'::text, 'sawn'::text, 'product'::text, 'residue'::text])))
  constraint material_entry_origin_check CHECK ((num_nonnulls(record_id, offer_id, transfer_id, partner_record_id) = 1))
  constraint material_entry_partner_check CHECK ((length(partner) <= 100))
  constraint material_entry_partner_record_check CHECK (((partner_record_id IS NULL) OR (partner IS NOT NULL)))
  constraint material_entry_reason_check CHECK ((reason = ANY (ARRAY['offcuts'::text, 'sawdust'::text, 'bark'::text, 'drying'::text, 'kerf'::text, 'defects'::text, 'breakage'::text, 'other'::text])))
  constraint material_entry_residue_check CHECK (((reason IS NULL) OR (form = 'residue'::text)))
  constraint material_entry_species_check CHECK ((length(species) <= 50))
  constraint material_entry_transfer_check CHECK (((transfer_id IS NULL) = (other_batch_id IS NULL)))
  constraint material_entry_volume_check CHECK ((volume <> (0)::numeric))
  constraint material_entry_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE CASCADE
  constraint material_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint material_entry_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX material_entry_batch ON public.material_entry USING btree (tenant_id, batch_id, id DESC)
  CREATE INDEX material_entry_partner_record ON public.material_entry USING btree (tenant_id, partner_record_id) WHERE (partner_record_id IS NOT NULL)
  CREATE INDEX material_entry_record ON public.material_entry USING btree (tenant_id, record_id) WHERE (record_id IS NOT NULL)
  CREATE INDEX material_entry_time ON public.material_entry USING btree (tenant_id, happened_at)
  CREATE INDEX material_entry_transfer ON public.material_entry USING btree (tenant_id, transfer_id) WHERE (transfer_id IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table material_transfer -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  batches text not null
  volume numeric(22,6) not null
  happened_at timestamp with time zone not null
  remark text
  status text not null default 'posted'::text
  reason text
  reversed_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint material_transfer_batches_check CHECK ((length(batches) <= 200))
  constraint material_transfer_reason_check CHECK ((length(reason) <= 200))
  constraint material_transfer_remark_check CHECK ((length(remark) <= 500))
  constraint material_transfer_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  constraint material_transfer_volume_check CHECK ((volume > (0)::numeric))
  constraint material_transfer_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint material_transfer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint material_transfer_pkey PRIMARY KEY (tenant_id, id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table material_transfer_line -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  transfer_id bigint not null
  from_batch_id bigint not null
  to_batch_id bigint not null
  species text not null
  form text not null
  species_words jsonb not null
  volume numeric(22,6) not null
  constraint material_transfer_line_check CHECK ((from_batch_id <> to_batch_id))
  constraint material_transfer_line_form_check CHECK ((form = ANY (ARRAY['log'::text, 'sawn'::text, 'product'::text])))
  constraint material_transfer_line_species_check CHECK ((length(species) <= 50))
  constraint material_transfer_line_volume_check CHECK ((volume > (0)::numeric))
  constraint material_transfer_line_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint material_transfer_line_tenant_id_from_batch_id_fkey FOREIGN KEY (tenant_id, from_batch_id) REFERENCES batch(tenant_id, id)
  constraint material_transfer_line_tenant_id_to_batch_id_fkey FOREIGN KEY (tenant_id, to_batch_id) REFERENCES batch(tenant_id, id)
  constraint material_transfer_line_tenant_id_transfer_id_fkey FOREIGN KEY (tenant_id, transfer_id) REFERENCES material_transfer(tenant_id, id) ON DELETE CASCADE
  constraint material_transfer_line_pkey PRIMARY KEY (tenant_id, id)
  constraint material_transfer_line_tenant_id_transfer_id_from_batch_id__key UNIQUE (tenant_id, transfer_id, from_batch_id, to_batch_id, species, form)
  CREATE INDEX material_transfer_line_from ON public.material_transfer_line USING btree (tenant_id, from_batch_id)
  CREATE INDEX material_transfer_line_to ON public.material_transfer_line USING btree (tenant_id, to_batch_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table menu -- row security forced
  id bigint not null identity
  parent_id bigint
  menu_type text not null
  menu_name text not null
  title_key text
  order_num integer not null default 0
  path text not null default ''::text
  component text
  query text
  route_name text
  is_frame text not null default '1'::text
  is_cache text not null default '0'::text
  visible text not null default '0'::text
  status text not null default '0'::text
  perms text
  icon text
  active_menu text
  platform_only boolean not null default false
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  renamed boolean not null default false
  menu_name_texts jsonb not null default '{}'::jsonb
  constraint menu_active_menu_check CHECK ((length(active_menu) <= 200))
  constraint menu_component_check CHECK ((length(component) <= 200))
  constraint menu_icon_check CHECK ((length(icon) <= 100))
  constraint menu_is_cache_check CHECK ((is_cache = ANY (ARRAY['0'::text, '1'::text])))
  constraint menu_is_frame_check CHECK ((is_frame = ANY (ARRAY['0'::text, '1'::text])))
  constraint menu_menu_name_check CHECK ((length(menu_name) <= 50))
  constraint menu_menu_name_texts_check CHECK (((jsonb_typeof(menu_name_texts) = 'object'::text) AND ((menu_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(menu_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))'::jsonpath))))
  constraint menu_menu_type_check CHECK ((menu_type = ANY (ARRAY['M'::text, 'C'::text, 'F'::text])))
  constraint menu_path_check CHECK ((length(path) <= 200))
  constraint menu_perms_check CHECK ((length(perms) <= 100))
  constraint menu_query_check CHECK ((length(query) <= 255))
  constraint menu_remark_check CHECK ((length(remark) <= 200))
  constraint menu_route_name_check CHECK ((length(route_name) <= 50))
  constraint menu_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint menu_title_key_check CHECK ((length(title_key) <= 100))
  constraint menu_visible_check CHECK ((visible = ANY (ARRAY['0'::text, '1'::text])))
  constraint menu_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES menu(id) ON DELETE RESTRICT
  constraint menu_pkey PRIMARY KEY (id)
  constraint menu_name_key UNIQUE NULLS NOT DISTINCT (parent_id, menu_name)
  CREATE UNIQUE INDEX menu_seed_key ON public.menu USING btree (title_key, perms, menu_type) NULLS NOT DISTINCT WHERE (title_key IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table message -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint not null
  kind text not null
  facts jsonb not null default '{}'::jsonb
  created_at timestamp with time zone not null default now()
  read_at timestamp with time zone
  constraint message_kind_check CHECK ((length(kind) <= 50))
  constraint message_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint message_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint message_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX message_account ON public.message USING btree (tenant_id, account_id, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table news_category -- row security forced
  id bigint not null identity
  tenant_id bigint not null default 1
  name text not null
  order_num integer not null default 0
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  name_texts jsonb not null default '{}'::jsonb
  constraint news_category_name_check CHECK ((length(name) <= 50))
  constraint news_category_name_texts_check CHECK (((jsonb_typeof(name_texts) = 'object'::text) AND ((name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))'::jsonpath))))
  constraint news_category_remark_check CHECK ((length(remark) <= 200))
  constraint news_category_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint news_category_tenant_id_check CHECK ((tenant_id = 1))
  constraint news_category_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint news_category_pkey PRIMARY KEY (id)
  constraint news_category_name_key UNIQUE (tenant_id, name)
  CREATE UNIQUE INDEX news_category_name_key_en ON public.news_category USING btree (tenant_id, ((name_texts ->> 'en'::text))) WHERE (name_texts ? 'en'::text)
  CREATE UNIQUE INDEX news_category_name_key_fr ON public.news_category USING btree (tenant_id, ((name_texts ->> 'fr'::text))) WHERE (name_texts ? 'fr'::text)
  CREATE UNIQUE INDEX news_category_name_key_zh ON public.news_category USING btree (tenant_id, ((name_texts ->> 'zh'::text))) WHERE (name_texts ? 'zh'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table notice -- row security forced
  id bigint not null identity
  notice_title text not null
  notice_type text not null
  notice_content text
  status text not null default '0'::text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint notice_notice_content_check CHECK ((length(notice_content) <= 50000))
  constraint notice_notice_title_check CHECK ((length(notice_title) <= 50))
  constraint notice_notice_type_check CHECK ((length(notice_type) <= 10))
  constraint notice_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint notice_pkey PRIMARY KEY (id)
  CREATE INDEX notice_newest ON public.notice USING btree (status, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table notice_read -- row security forced
  tenant_id bigint not null
  notice_id bigint not null
  account_id bigint not null
  read_at timestamp with time zone not null default now()
  constraint notice_read_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notice(id) ON DELETE CASCADE
  constraint notice_read_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint notice_read_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint notice_read_pkey PRIMARY KEY (tenant_id, notice_id, account_id)
  CREATE INDEX notice_read_notice ON public.notice_read USING btree (notice_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table oper_log -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint
  oper_name text
  dept_name text
  title text not null
  business_type smallint not null
  request_method text not null
  oper_url text not null
  oper_ip text
  oper_param text
  status smallint not null default 0
  error_msg text
  cost_time integer
  request_id text
  oper_time timestamp with time zone not null default now()
  constraint oper_log_error_msg_check CHECK ((length(error_msg) <= 2000))
  constraint oper_log_oper_param_check CHECK ((length(oper_param) <= 2000))
  constraint oper_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint oper_log_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX oper_log_tenant ON public.oper_log USING btree (tenant_id, id DESC)
  CREATE INDEX oper_log_time ON public.oper_log USING btree (oper_time)
  policy across for all to timbermark_worker using true with check true
  policy lasting for delete to timbermark_server using ((tenant_id = current_tenant()) AND (NOT is_lasting_entry(title, business_type)))
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table operator_mail
  id bigint not null identity
  kind text not null
  facts jsonb not null
  ordered_at timestamp with time zone not null default now()
  sent_at timestamp with time zone
  failed_at timestamp with time zone
  fault text
  constraint operator_mail_fault_check CHECK ((length(fault) <= 20))
  constraint operator_mail_kind_check CHECK ((length(kind) <= 50))
  constraint operator_mail_pkey PRIMARY KEY (id)
  CREATE INDEX operator_mail_sent ON public.operator_mail USING btree (sent_at)
  grant delete, insert, select, update to timbermark_worker

table packing -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  action text not null
  parent_request integer
  parent_serial integer
  code_count integer not null
  operator text
  happened_at timestamp with time zone not null
  recorded_at timestamp with time zone not null default now()
  reason text
  record_id bigint
  personal_salt bytea
  created_by bigint
  constraint packing_action_check CHECK ((action = ANY (ARRAY['pack'::text, 'unpack'::text, 'repack'::text])))
  constraint packing_check CHECK (((operator IS NULL) = (record_id IS NOT NULL)))
  constraint packing_check1 CHECK (((personal_salt IS NULL) = (record_id IS NOT NULL)))
  constraint packing_check2 CHECK (((parent_request IS NULL) = (parent_serial IS NULL)))
  constraint packing_check3 CHECK (((action = 'unpack'::text) OR (parent_request IS NOT NULL)))
  constraint packing_code_count_check CHECK ((code_count > 0))
  constraint packing_operator_check CHECK ((length(operator) <= 50))
  constraint packing_parent_serial_check CHECK ((parent_serial >= 0))
  constraint packing_personal_salt_check CHECK ((length(personal_salt) = 16))
  constraint packing_reason_check CHECK ((length(reason) <= 200))
  constraint packing_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint packing_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint packing_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES stage_record(tenant_id, id) ON DELETE CASCADE
  constraint packing_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX packing_newest ON public.packing USING btree (tenant_id, recorded_at DESC, id DESC)
  CREATE INDEX packing_parent ON public.packing USING btree (tenant_id, parent_request, parent_serial)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table phone_view -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  listing_id bigint not null
  goods_name text not null
  dept_id bigint
  created_by bigint
  viewer_tenant_id bigint not null
  viewer_enterprise text not null
  viewer_user text not null
  because text not null
  view_time timestamp with time zone not null default now()
  constraint phone_view_because_check CHECK ((because = ANY (ARRAY['quoteAccepted'::text, 'audit'::text])))
  constraint phone_view_check CHECK ((viewer_tenant_id <> tenant_id))
  constraint phone_view_goods_name_check CHECK ((length(goods_name) <= 100))
  constraint phone_view_viewer_enterprise_check CHECK ((length(viewer_enterprise) <= 100))
  constraint phone_view_viewer_user_check CHECK ((length(viewer_user) <= 50))
  constraint phone_view_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint phone_view_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX phone_view_time ON public.phone_view USING btree (tenant_id, view_time DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((viewer_tenant_id = current_tenant()) AND (tenant_id <> current_tenant()))
  policy reading for select to timbermark_server using (tenant_id = current_tenant())
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table platform_activation -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  platform_request_id bigint not null
  positions int4range not null
  activity_name text not null
  product_brand text not null
  product_title text not null
  product_code text not null
  mini_app_id text not null
  mini_path text not null
  mini_version text not null
  status text not null default 'running'::text
  done integer not null default 0
  failure text
  failure_code integer
  next_at timestamp with time zone
  waits integer not null default 0
  run uuid
  created_by bigint
  created_at timestamp with time zone not null default now()
  constraint platform_activation_activity_name_check CHECK ((length(activity_name) <= 100))
  constraint platform_activation_done_check CHECK ((done >= 0))
  constraint platform_activation_failure_check CHECK ((length(failure) <= 100))
  constraint platform_activation_mini_app_id_check CHECK ((length(mini_app_id) <= 32))
  constraint platform_activation_mini_path_check CHECK ((length(mini_path) <= 200))
  constraint platform_activation_mini_version_check CHECK ((mini_version = ANY (ARRAY['official'::text, 'development'::text, 'experience'::text])))
  constraint platform_activation_positions_check CHECK ((NOT isempty(positions)))
  constraint platform_activation_product_brand_check CHECK ((length(product_brand) <= 100))
  constraint platform_activation_product_code_check CHECK ((length(product_code) <= 14))
  constraint platform_activation_product_title_check CHECK ((length(product_title) <= 100))
  constraint platform_activation_status_check CHECK ((status = ANY (ARRAY['running'::text, 'active'::text, 'failed'::text])))
  constraint platform_activation_tenant_id_platform_request_id_fkey FOREIGN KEY (tenant_id, platform_request_id) REFERENCES platform_request(tenant_id, id) ON DELETE RESTRICT
  constraint platform_activation_pkey PRIMARY KEY (tenant_id, id)
  constraint platform_activation_once EXCLUDE USING gist (tenant_id WITH =, platform_request_id WITH =, positions WITH &&)
  CREATE INDEX platform_activation_due ON public.platform_activation USING btree (next_at) WHERE (next_at IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table platform_code_index -- row security forced
  tenant_id bigint not null
  platform_request_id bigint not null
  bucket smallint not null
  first_position integer not null
  entries bytea not null
  constraint platform_code_index_bucket_check CHECK (((bucket >= 0) AND (bucket <= 255)))
  constraint platform_code_index_entries_check CHECK (((length(entries) % 12) = 0))
  constraint platform_code_index_tenant_id_platform_request_id_fkey FOREIGN KEY (tenant_id, platform_request_id) REFERENCES platform_request(tenant_id, id) ON DELETE CASCADE
  constraint platform_code_index_pkey PRIMARY KEY (tenant_id, bucket, platform_request_id, first_position)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table platform_request -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  activity_name text not null
  batch_id bigint not null
  count integer not null
  product_brand text not null
  product_title text not null
  product_code text not null
  mini_app_id text
  mini_path text not null
  mini_version text not null default 'official'::text
  request_id bigint
  application_number text
  platform_number text
  start_position integer not null default 0
  end_position integer not null default (count - 1)
  fetched integer not null default 0
  activated integer not null default 0
  status text not null default 'initialized'::text
  failure text
  failure_code integer
  next_at timestamp with time zone
  stopped boolean not null default ((failure IS NOT NULL) AND (next_at IS NULL))
  waits integer not null default 0
  run uuid
  completed_at timestamp with time zone
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint platform_request_activity_name_check CHECK ((length(activity_name) <= 100))
  constraint platform_request_application_number_check CHECK ((length(application_number) <= 128))
  constraint platform_request_check CHECK (((fetched >= 0) AND (fetched <= count)))
  constraint platform_request_check1 CHECK (((activated >= 0) AND (activated <= count)))
  constraint platform_request_count_check CHECK ((((count >= 10000) AND (count <= 20000000)) AND ((count % 10000) = 0)))
  constraint platform_request_failure_check CHECK ((length(failure) <= 100))
  constraint platform_request_mini_app_id_check CHECK ((length(mini_app_id) <= 32))
  constraint platform_request_mini_path_check CHECK ((length(mini_path) <= 200))
  constraint platform_request_mini_version_check CHECK ((mini_version = ANY (ARRAY['official'::text, 'development'::text, 'experience'::text])))
  constraint platform_request_platform_number_check CHECK ((length(platform_number) <= 20))
  constraint platform_request_product_brand_check CHECK ((length(product_brand) <= 100))
  constraint platform_request_product_code_check CHECK ((length(product_code) <= 14))
  constraint platform_request_product_title_check CHECK ((length(product_title) <= 100))
  constraint platform_request_remark_check CHECK ((length(remark) <= 200))
  constraint platform_request_status_check CHECK ((status = ANY (ARRAY['initialized'::text, 'inProgress'::text, 'processing'::text, 'completed'::text, 'downloaded'::text])))
  constraint platform_request_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE RESTRICT
  constraint platform_request_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint platform_request_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint platform_request_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES code_request(tenant_id, id) ON DELETE RESTRICT
  constraint platform_request_pkey PRIMARY KEY (tenant_id, id)
  constraint platform_request_application_key UNIQUE (tenant_id, application_number)
  constraint platform_request_request_key UNIQUE (tenant_id, request_id)
  CREATE INDEX platform_request_batch ON public.platform_request USING btree (tenant_id, batch_id)
  CREATE INDEX platform_request_due ON public.platform_request USING btree (next_at) WHERE (next_at IS NOT NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table platform_segment -- row security forced
  tenant_id bigint not null
  platform_request_id bigint not null
  first_position integer not null
  last_position integer not null
  key_version integer
  sealed bytea
  fetched_at timestamp with time zone
  constraint platform_segment_check CHECK ((last_position >= first_position))
  constraint platform_segment_check1 CHECK (((sealed IS NULL) = (fetched_at IS NULL)))
  constraint platform_segment_first_position_check CHECK ((first_position >= 0))
  constraint platform_segment_tenant_id_platform_request_id_fkey FOREIGN KEY (tenant_id, platform_request_id) REFERENCES platform_request(tenant_id, id) ON DELETE CASCADE
  constraint platform_segment_pkey PRIMARY KEY (tenant_id, platform_request_id, first_position)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table plot -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  number text
  country text not null
  producer text
  place text
  kind text not null
  geometry text not null
  declared_area numeric
  area numeric
  positions integer not null
  box box
  overlap_count integer not null default 0
  version integer not null default 1
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  walk_id uuid
  worst_accuracy numeric
  median_accuracy numeric
  constraint plot_area_check CHECK ((area >= (0)::numeric))
  constraint plot_country_check CHECK ((length(country) = 2))
  constraint plot_declared_area_check CHECK ((declared_area > (0)::numeric))
  constraint plot_geometry_check CHECK ((length(geometry) <= 400000))
  constraint plot_kind_check CHECK ((kind = ANY (ARRAY['point'::text, 'polygon'::text])))
  constraint plot_median_accuracy_check CHECK ((median_accuracy >= (0)::numeric))
  constraint plot_name_check CHECK ((length(name) <= 100))
  constraint plot_number_check CHECK ((length(number) <= 50))
  constraint plot_overlap_count_check CHECK ((overlap_count >= 0))
  constraint plot_place_check CHECK ((length(place) <= 200))
  constraint plot_positions_check CHECK ((positions > 0))
  constraint plot_producer_check CHECK ((length(producer) <= 200))
  constraint plot_remark_check CHECK ((length(remark) <= 200))
  constraint plot_worst_accuracy_check CHECK ((worst_accuracy >= (0)::numeric))
  constraint plot_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint plot_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint plot_pkey PRIMARY KEY (tenant_id, id)
  constraint plot_number_key UNIQUE (tenant_id, number)
  constraint plot_walk_key UNIQUE (tenant_id, walk_id)
  CREATE INDEX plot_box ON public.plot USING gist (box)
  CREATE INDEX plot_created ON public.plot USING btree (tenant_id, created_at DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table plot_overlap -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  plot_id bigint not null
  other_id bigint
  area numeric
  constraint plot_overlap_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint plot_overlap_tenant_id_other_id_fkey FOREIGN KEY (tenant_id, other_id) REFERENCES plot(tenant_id, id) ON DELETE CASCADE
  constraint plot_overlap_tenant_id_plot_id_fkey FOREIGN KEY (tenant_id, plot_id) REFERENCES plot(tenant_id, id) ON DELETE CASCADE
  constraint plot_overlap_pkey PRIMARY KEY (tenant_id, id)
  constraint plot_overlap_key UNIQUE NULLS NOT DISTINCT (tenant_id, plot_id, other_id)
  CREATE INDEX plot_overlap_other ON public.plot_overlap USING btree (tenant_id, other_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table plot_version -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  plot_id bigint not null
  version integer not null
  geometry text not null
  area numeric
  positions integer not null
  replaced_by bigint
  replaced_at timestamp with time zone not null default now()
  worst_accuracy numeric
  median_accuracy numeric
  constraint plot_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint plot_version_tenant_id_plot_id_fkey FOREIGN KEY (tenant_id, plot_id) REFERENCES plot(tenant_id, id) ON DELETE CASCADE
  constraint plot_version_pkey PRIMARY KEY (tenant_id, id)
  constraint plot_version_key UNIQUE (tenant_id, plot_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table post -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  post_code text not null
  post_name text not null
  post_sort integer not null default 0
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dept_id bigint
  constraint post_post_code_check CHECK ((length(post_code) <= 64))
  constraint post_post_name_check CHECK ((length(post_name) <= 50))
  constraint post_remark_check CHECK ((length(remark) <= 200))
  constraint post_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint post_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint post_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint post_pkey PRIMARY KEY (tenant_id, id)
  constraint post_code_key UNIQUE (tenant_id, post_code)
  constraint post_name_key UNIQUE (tenant_id, post_name)
  CREATE INDEX post_alike ON public.post USING btree (tenant_id, name_key(post_name))
  CREATE INDEX post_in_order ON public.post USING btree (tenant_id, post_sort, id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table product -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  code text not null
  name text not null
  category_id bigint not null
  enterprise_name text not null
  foreign_name text not null
  chinese_name text not null
  latin_genus text not null
  latin_species text not null
  description text
  images text[] not null default '{}'::text[]
  video text[] not null default '{}'::text[]
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  subject bytea
  change_reason text
  name_texts jsonb not null default '{}'::jsonb
  public_description text
  public_description_texts jsonb not null default '{}'::jsonb
  constraint product_change_reason_check CHECK ((length(change_reason) <= 200))
  constraint product_chinese_name_check CHECK ((length(chinese_name) <= 100))
  constraint product_code_check CHECK ((length(code) <= 50))
  constraint product_description_check CHECK ((length(description) <= 20000))
  constraint product_enterprise_name_check CHECK ((length(enterprise_name) <= 100))
  constraint product_foreign_name_check CHECK ((length(foreign_name) <= 100))
  constraint product_latin_genus_check CHECK ((length(latin_genus) <= 60))
  constraint product_latin_species_check CHECK ((length(latin_species) <= 60))
  constraint product_name_check CHECK ((length(name) <= 100))
  constraint product_name_texts_check CHECK (((jsonb_typeof(name_texts) = 'object'::text) AND ((name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint product_public_description_check CHECK ((length(public_description) <= 1000))
  constraint product_public_description_texts_check CHECK (((jsonb_typeof(public_description_texts) = 'object'::text) AND ((public_description_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(public_description_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}.{0,250}.{0,250}$" flag "s"))'::jsonpath))))
  constraint product_remark_check CHECK ((length(remark) <= 200))
  constraint product_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint product_subject_check CHECK ((length(subject) = 32))
  constraint product_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id) REFERENCES category(tenant_id, id) ON DELETE RESTRICT
  constraint product_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint product_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint product_pkey PRIMARY KEY (tenant_id, id)
  constraint product_code_key UNIQUE (tenant_id, code)
  CREATE INDEX product_category ON public.product USING btree (tenant_id, category_id)
  CREATE INDEX product_search ON public.product USING gin (search_grams(tenant_id, ARRAY[code, name, (name_texts ->> 'zh'::text), (name_texts ->> 'en'::text), (name_texts ->> 'fr'::text), foreign_name, chinese_name])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table quote -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  owner_tenant_id bigint not null
  listing_id bigint not null
  goods_name text not null
  quote_user text not null
  quote_enterprise text not null
  price numeric(15,2) not null
  quote_time timestamp with time zone not null default now()
  status text not null default 'notApplied'::text
  last_updater text not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  valid_until date
  revises bigint
  first_id bigint
  maker_disabled boolean not null default false
  owner_disabled boolean not null default false
  partner_id bigint not null default 0
  constraint quote_check CHECK ((tenant_id <> owner_tenant_id))
  constraint quote_goods_name_check CHECK ((length(goods_name) <= 100))
  constraint quote_last_updater_check CHECK ((length(last_updater) <= 50))
  constraint quote_price_check CHECK ((price > (0)::numeric))
  constraint quote_quote_enterprise_check CHECK ((length(quote_enterprise) <= 100))
  constraint quote_quote_user_check CHECK ((length(quote_user) <= 50))
  constraint quote_status_check CHECK ((status = ANY (ARRAY['notApplied'::text, 'applied'::text, 'closed'::text])))
  constraint quote_owner_tenant_id_fkey FOREIGN KEY (owner_tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint quote_owner_tenant_id_listing_id_fkey FOREIGN KEY (owner_tenant_id, listing_id) REFERENCES listing(tenant_id, id) ON DELETE CASCADE
  constraint quote_revises_fkey FOREIGN KEY (tenant_id, revises) REFERENCES quote(tenant_id, id) ON DELETE CASCADE
  constraint quote_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint quote_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint quote_pkey PRIMARY KEY (tenant_id, id)
  constraint quote_revises_key UNIQUE (tenant_id, revises)
  CREATE INDEX quote_id ON public.quote USING btree (id)
  CREATE INDEX quote_made ON public.quote USING btree (tenant_id, listing_id)
  CREATE UNIQUE INDEX quote_open_key ON public.quote USING btree (tenant_id, owner_tenant_id, listing_id, partner_id) WHERE ((status = 'notApplied'::text) AND (revises IS NULL))
  CREATE INDEX quote_received ON public.quote USING btree (owner_tenant_id, listing_id)
  CREATE INDEX quote_row ON public.quote USING btree (tenant_id, first_id)
  CREATE INDEX quote_waiting ON public.quote USING btree (owner_tenant_id, quote_time) WHERE (status = 'notApplied'::text)
  policy accepting for update to timbermark_server using (owner_tenant_id = current_tenant()) with check (owner_tenant_id = current_tenant())
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check ((tenant_id = current_tenant()) AND (owner_tenant_id <> current_tenant()) AND (status = 'notApplied'::text))
  policy reading for select to timbermark_server using ((tenant_id = current_tenant()) OR (owner_tenant_id = current_tenant()))
  grant insert, select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table recall -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  batch_id bigint
  request_number integer
  serial integer
  codes integer
  reason text not null
  advice text not null
  contact text not null
  reports text not null
  status text not null default 'standing'::text
  recalled_at timestamp with time zone not null default now()
  lifted_at timestamp with time zone
  lift_reason text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  reason_texts jsonb not null default '{}'::jsonb
  advice_texts jsonb not null default '{}'::jsonb
  contact_texts jsonb not null default '{}'::jsonb
  lift_reason_texts jsonb not null default '{}'::jsonb
  constraint recall_advice_check CHECK (((length(advice) >= 1) AND (length(advice) <= 500)))
  constraint recall_advice_texts_check CHECK (((jsonb_typeof(advice_texts) = 'object'::text) AND ((advice_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(advice_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}$" flag "s"))'::jsonpath))))
  constraint recall_check CHECK (((batch_id IS NULL) = ((codes IS NOT NULL) AND (request_number IS NOT NULL) AND (serial IS NOT NULL))))
  constraint recall_codes_check CHECK ((codes > 0))
  constraint recall_contact_check CHECK (((length(contact) >= 1) AND (length(contact) <= 200)))
  constraint recall_contact_texts_check CHECK (((jsonb_typeof(contact_texts) = 'object'::text) AND ((contact_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(contact_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint recall_lift_reason_check CHECK ((length(lift_reason) <= 200))
  constraint recall_lift_reason_texts_check CHECK (((jsonb_typeof(lift_reason_texts) = 'object'::text) AND ((lift_reason_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(lift_reason_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint recall_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  constraint recall_reason_texts_check CHECK (((jsonb_typeof(reason_texts) = 'object'::text) AND ((reason_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(reason_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,250}.{0,250}$" flag "s"))'::jsonpath))))
  constraint recall_reports_check CHECK ((reports = ANY (ARRAY['ask'::text, 'refuse'::text])))
  constraint recall_status_check CHECK ((status = ANY (ARRAY['standing'::text, 'lifted'::text])))
  constraint recall_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE RESTRICT
  constraint recall_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint recall_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint recall_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX recall_batch ON public.recall USING btree (tenant_id, batch_id)
  CREATE UNIQUE INDEX recall_batch_standing ON public.recall USING btree (tenant_id, batch_id) WHERE (status = 'standing'::text)
  CREATE INDEX recall_newest ON public.recall USING btree (tenant_id, recalled_at DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table recalled_code -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  recall_id bigint not null
  request_number integer not null
  serials int4range not null
  first_serial integer not null default lower(serials)
  current boolean not null default true
  constraint recalled_code_serials_check CHECK ((NOT isempty(serials)))
  constraint recalled_code_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint recalled_code_tenant_id_recall_id_fkey FOREIGN KEY (tenant_id, recall_id) REFERENCES recall(tenant_id, id) ON DELETE CASCADE
  constraint recalled_code_pkey PRIMARY KEY (tenant_id, id)
  constraint recalled_code_once EXCLUDE USING gist (tenant_id WITH =, request_number WITH =, serials WITH &&) WHERE (current)
  CREATE INDEX recalled_code_first ON public.recalled_code USING btree (tenant_id, request_number, first_serial)
  CREATE INDEX recalled_code_recall ON public.recalled_code USING btree (tenant_id, recall_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table record_rule -- row security forced
  tenant_id bigint not null
  rule text not null
  value integer not null
  constraint record_rule_rule_check CHECK ((rule = 'changeHours'::text))
  constraint record_rule_value_check CHECK (((value >= 0) AND (value <= 8760)))
  constraint record_rule_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint record_rule_pkey PRIMARY KEY (tenant_id, rule)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table recovery_code -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  code_hash bytea not null
  used_at timestamp with time zone
  constraint recovery_code_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint recovery_code_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint recovery_code_pkey PRIMARY KEY (tenant_id, account_id, code_hash)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table recurring_job
  name text not null
  ordered_at timestamp with time zone not null
  constraint recurring_job_name_check CHECK ((length(name) <= 100))
  constraint recurring_job_pkey PRIMARY KEY (name)
  grant delete, insert, select, update to timbermark_worker

table repeat_guard
  fingerprint bytea not null
  until timestamp with time zone not null
  constraint repeat_guard_pkey PRIMARY KEY (fingerprint)
  CREATE INDEX repeat_guard_until ON public.repeat_guard USING btree (until)
  grant delete, insert, select, update to timbermark_worker

table request_number -- row security forced
  number integer not null
  tenant_id bigint not null
  constraint request_number_number_check CHECK (((number >= 1) AND (number <= 33554431)))
  constraint request_number_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint request_number_pkey PRIMARY KEY (number)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table reversal -- row security forced
  tenant_id bigint not null
  id bigint not null identity
  account_id bigint not null
  entity text not null
  verb text not null
  permission text not null
  changes jsonb not null
  rows integer not null default 0
  expires_at timestamp with time zone not null default (now() + '00:01:00'::interval)
  undone_at timestamp with time zone
  constraint reversal_entity_check CHECK ((length(entity) <= 60))
  constraint reversal_permission_check CHECK ((length(permission) <= 120))
  constraint reversal_verb_check CHECK ((length(verb) <= 40))
  constraint reversal_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint reversal_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX reversal_expires ON public.reversal USING btree (expires_at)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table role -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  role_name text not null
  role_key text not null
  role_sort integer not null default 0
  data_scope text not null default '5'::text
  menu_check_strictly boolean not null default true
  dept_check_strictly boolean not null default true
  status text not null default '0'::text
  built_in boolean not null default false
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  second_factor boolean not null default false
  constraint role_data_scope_check CHECK ((data_scope = ANY (ARRAY['1'::text, '2'::text, '3'::text, '4'::text, '5'::text])))
  constraint role_remark_check CHECK ((length(remark) <= 200))
  constraint role_role_key_check CHECK ((length(role_key) <= 100))
  constraint role_role_name_check CHECK ((length(role_name) <= 30))
  constraint role_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint role_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint role_pkey PRIMARY KEY (tenant_id, id)
  constraint role_key_key UNIQUE (tenant_id, role_key)
  constraint role_name_key UNIQUE (tenant_id, role_name)
  CREATE INDEX role_alike ON public.role USING btree (tenant_id, name_key(role_name))
  CREATE INDEX role_in_order ON public.role USING btree (tenant_id, role_sort, id)
  CREATE UNIQUE INDEX role_key_lower_key ON public.role USING btree (tenant_id, lower(role_key)) WHERE (NOT built_in)
  CREATE UNIQUE INDEX role_name_lower_key ON public.role USING btree (tenant_id, lower(role_name)) WHERE (NOT built_in)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table role_dept -- row security forced
  tenant_id bigint not null
  role_id bigint not null
  dept_id bigint not null
  constraint role_dept_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE CASCADE
  constraint role_dept_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, id) ON DELETE CASCADE
  constraint role_dept_pkey PRIMARY KEY (tenant_id, role_id, dept_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table role_menu -- row security forced
  tenant_id bigint not null
  role_id bigint not null
  menu_id bigint not null
  constraint role_menu_menu_id_fkey FOREIGN KEY (menu_id) REFERENCES menu(id) ON DELETE CASCADE
  constraint role_menu_tenant_id_role_id_fkey FOREIGN KEY (tenant_id, role_id) REFERENCES role(tenant_id, id) ON DELETE CASCADE
  constraint role_menu_pkey PRIMARY KEY (tenant_id, role_id, menu_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table scan_day -- row security forced
  tenant_id bigint not null
  day date not null
  product_id bigint not null default 0
  city text not null default ''::text
  scans bigint not null default 0
  checks bigint not null default 0
  wrong_checks bigint not null default 0
  constraint scan_day_pkey PRIMARY KEY (tenant_id, day, product_id, city)
  CREATE INDEX scan_day_day ON public.scan_day USING btree (day)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table scan_log -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  request_number integer not null
  serial integer not null
  product_id bigint
  longitude numeric(9,6)
  latitude numeric(8,6)
  province text
  city text
  district text
  country text
  ip text
  device text
  scanned_at timestamp with time zone not null default now()
  constraint scan_log_pkey PRIMARY KEY (tenant_id, id, scanned_at)
  CREATE INDEX scan_log_code ON ONLY public.scan_log USING btree (tenant_id, request_number, serial)
  CREATE INDEX scan_log_tenant ON ONLY public.scan_log USING btree (tenant_id, scanned_at DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table scheduled_task -- row security forced
  id bigint not null identity
  job_name text not null
  job_name_texts jsonb not null default '{}'::jsonb
  title_key text
  job_group text not null default 'DEFAULT'::text
  task text not null
  task_args text
  cron_expression text not null
  time_zone text not null default 'UTC'::text
  misfire_policy text not null default 'once'::text
  timeout_minutes integer not null
  status text not null default '0'::text
  built_in text not null default 'N'::text
  next_time timestamp with time zone
  last_time timestamp with time zone
  last_status text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint scheduled_task_built_in_check CHECK ((built_in = ANY (ARRAY['Y'::text, 'N'::text])))
  constraint scheduled_task_cron_expression_check CHECK (((length(cron_expression) >= 1) AND (length(cron_expression) <= 100)))
  constraint scheduled_task_job_group_check CHECK ((length(job_group) <= 100))
  constraint scheduled_task_job_name_check CHECK (((length(job_name) >= 1) AND (length(job_name) <= 64)))
  constraint scheduled_task_job_name_texts_check CHECK (((jsonb_typeof(job_name_texts) = 'object'::text) AND ((job_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(job_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,64}$" flag "s"))'::jsonpath))))
  constraint scheduled_task_last_status_check CHECK ((length(last_status) <= 20))
  constraint scheduled_task_misfire_policy_check CHECK ((misfire_policy = ANY (ARRAY['once'::text, 'skip'::text])))
  constraint scheduled_task_remark_check CHECK ((length(remark) <= 200))
  constraint scheduled_task_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint scheduled_task_task_args_check CHECK ((length(task_args) <= 500))
  constraint scheduled_task_task_check CHECK ((length(task) <= 50))
  constraint scheduled_task_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 50)))
  constraint scheduled_task_timeout_minutes_check CHECK (((timeout_minutes >= 1) AND (timeout_minutes <= 1440)))
  constraint scheduled_task_title_key_check CHECK ((length(title_key) <= 100))
  constraint scheduled_task_pkey PRIMARY KEY (id)
  CREATE UNIQUE INDEX scheduled_task_delivered ON public.scheduled_task USING btree (task) WHERE (built_in = 'Y'::text)
  CREATE INDEX scheduled_task_due ON public.scheduled_task USING btree (next_time) WHERE (status = '0'::text)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table schema_migration
  name text not null
  sha256 text not null
  applied_at timestamp with time zone not null default now()
  constraint schema_migration_pkey PRIMARY KEY (name)
  grant select to timbermark_worker

table sealed_content -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  digest bytea not null
  content text default translate(encode(digest, 'base64'::text), '+/='::text, '-_'::text)
  kind text not null
  row_id bigint not null
  open text not null
  withheld text not null
  personal text not null
  secret bytea not null
  sealed_at timestamp with time zone not null default now()
  reviewed_step bigint
  reviewer_tenant_id bigint
  constraint sealed_content_digest_check CHECK ((length(digest) = 32))
  constraint sealed_content_kind_check CHECK ((kind = ANY (ARRAY['enterprise'::text, 'product'::text, 'batch'::text, 'request'::text, 'mention'::text, 'record'::text, 'move'::text, 'packing'::text, 'certification'::text, 'label'::text, 'custody'::text])))
  constraint sealed_content_secret_check CHECK ((length(secret) = 32))
  constraint sealed_content_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint sealed_content_tenant_id_reviewed_step_reviewer_tenant_id_fkey FOREIGN KEY (tenant_id, reviewed_step, reviewer_tenant_id) REFERENCES certification_step(tenant_id, id, certifier_tenant_id)
  constraint sealed_content_pkey PRIMARY KEY (tenant_id, id)
  constraint sealed_content_tenant_id_digest_key UNIQUE (tenant_id, digest)
  CREATE INDEX sealed_content_content ON public.sealed_content USING btree (content)
  CREATE INDEX sealed_content_newest ON public.sealed_content USING btree (id)
  CREATE INDEX sealed_content_row ON public.sealed_content USING btree (tenant_id, kind, row_id, id)
  policy across for all to timbermark_worker using true with check true
  policy reviewed for insert to timbermark_server with check ((reviewer_tenant_id = current_tenant()) AND (reviewed_step = row_id) AND (kind = 'certification'::text))
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant insert, select to timbermark_server
  grant insert, select to timbermark_worker

table second_factor -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  sealed bytea not null
  key_version integer not null
  confirmed_at timestamp with time zone
  last_step bigint not null default 0
  created_at timestamp with time zone not null default now()
  constraint second_factor_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint second_factor_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint second_factor_pkey PRIMARY KEY (tenant_id, account_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table server_process
  id uuid not null
  machine text not null
  pid integer not null
  web boolean not null
  worker boolean not null
  version text not null
  node text not null
  started_at timestamp with time zone not null
  seen_at timestamp with time zone not null default now()
  figures jsonb not null
  constraint server_process_machine_check CHECK ((length(machine) <= 100))
  constraint server_process_node_check CHECK ((length(node) <= 50))
  constraint server_process_version_check CHECK ((length(version) <= 50))
  constraint server_process_pkey PRIMARY KEY (id)
  grant delete, insert, select, update to timbermark_worker

table server_sample
  at timestamp with time zone not null default now()
  process uuid not null
  figures jsonb not null
  constraint server_sample_pkey PRIMARY KEY (process, at)
  CREATE INDEX server_sample_at ON public.server_sample USING btree (at)
  grant delete, insert, select, update to timbermark_worker

table session -- row security forced
  id bigint not null identity
  token_hash bytea not null
  tenant_id bigint not null
  account_id bigint not null
  ip text
  browser text
  os text
  created_at timestamp with time zone not null default now()
  seen_at timestamp with time zone not null default now()
  wal_position pg_lsn not null default pg_current_wal_insert_lsn()
  constraint session_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint session_pkey PRIMARY KEY (tenant_id, id)
  constraint session_token_hash_key UNIQUE (tenant_id, token_hash)
  CREATE INDEX session_account ON public.session USING btree (tenant_id, account_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table sign_in_name -- row security forced
  name text not null
  tenant_id bigint not null
  account_id bigint not null
  constraint sign_in_name_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint sign_in_name_pkey PRIMARY KEY (name)
  CREATE INDEX sign_in_name_account ON public.sign_in_name USING btree (tenant_id, account_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table site_service -- row security forced
  id smallint not null default 1
  tenant_id bigint not null default 1
  phone text not null
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint site_service_id_check CHECK ((id = 1))
  constraint site_service_phone_check CHECK ((length(phone) <= 20))
  constraint site_service_tenant_id_check CHECK ((tenant_id = 1))
  constraint site_service_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint site_service_pkey PRIMARY KEY (id)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (current_tenant() = 1)
  policy changing for update to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  policy reading for select to timbermark_server using true
  policy removing for delete to timbermark_server using (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table spent_work
  mark bytea not null
  expires_at timestamp with time zone not null
  constraint spent_work_pkey PRIMARY KEY (mark)
  CREATE INDEX spent_work_expires ON public.spent_work USING btree (expires_at)
  grant delete, insert, select, update to timbermark_worker

table stage_authorization -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint not null
  stage text not null
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint stage_authorization_remark_check CHECK ((length(remark) <= 200))
  constraint stage_authorization_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint stage_authorization_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint stage_authorization_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_authorization_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_authorization_once UNIQUE (tenant_id, account_id, stage)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_change -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  batch_id bigint
  day date
  constraint stage_change_check CHECK (((batch_id IS NOT NULL) OR (day IS NOT NULL)))
  constraint stage_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_change_pkey PRIMARY KEY (tenant_id, id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_day_due
  day date not null
  constraint stage_day_due_pkey PRIMARY KEY (day)
  grant delete, insert, select, update to timbermark_worker

table stage_parameter -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  stage text not null
  name text not null
  preset jsonb not null default '{}'::jsonb
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  dept_id bigint
  name_texts jsonb not null default '{}'::jsonb
  constraint stage_parameter_name_check CHECK ((length(name) <= 50))
  constraint stage_parameter_name_texts_check CHECK (((jsonb_typeof(name_texts) = 'object'::text) AND ((name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,50}$" flag "s"))'::jsonpath))))
  constraint stage_parameter_remark_check CHECK ((length(remark) <= 200))
  constraint stage_parameter_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint stage_parameter_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint stage_parameter_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_parameter_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_parameter_name_key UNIQUE (tenant_id, name)
  CREATE INDEX stage_parameter_alike ON public.stage_parameter USING btree (tenant_id, name_key(name))
  CREATE UNIQUE INDEX stage_parameter_name_key_en ON public.stage_parameter USING btree (tenant_id, ((name_texts ->> 'en'::text))) WHERE (name_texts ? 'en'::text)
  CREATE UNIQUE INDEX stage_parameter_name_key_fr ON public.stage_parameter USING btree (tenant_id, ((name_texts ->> 'fr'::text))) WHERE (name_texts ? 'fr'::text)
  CREATE UNIQUE INDEX stage_parameter_name_key_zh ON public.stage_parameter USING btree (tenant_id, ((name_texts ->> 'zh'::text))) WHERE (name_texts ? 'zh'::text)
  CREATE INDEX stage_parameter_stage ON public.stage_parameter USING btree (tenant_id, stage)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (tenant_id = current_tenant())
  policy changing for update to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  policy reading for select to timbermark_server using (tenant_id = ANY (ARRAY[(1)::bigint, current_tenant()]))
  policy removing for delete to timbermark_server using (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_record -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  report_id uuid not null
  first_id bigint
  version integer not null default 1
  status text not null default 'current'::text
  reason text
  batch_id bigint not null
  stage text not null
  template_id bigint not null
  template_version integer not null default 1
  circulation_id bigint
  document_id bigint
  document_code text not null
  operator text not null
  happened_at timestamp with time zone not null
  recorded_at timestamp with time zone not null default now()
  longitude numeric(9,6)
  latitude numeric(8,6)
  place text
  parent_code text
  code_count integer not null
  codes_digest text not null
  public_values jsonb not null
  personal_values jsonb not null default '{}'::jsonb
  personal_salt bytea
  attachments jsonb not null default '{}'::jsonb
  remark text
  created_by bigint not null
  created_at timestamp with time zone not null default now()
  phone_at timestamp with time zone
  reckoned_at timestamp with time zone
  claimed_at timestamp with time zone
  flags jsonb not null default '[]'::jsonb
  constraint stage_record_clock CHECK ((((phone_at IS NULL) = (reckoned_at IS NULL)) AND ((claimed_at IS NULL) OR (phone_at IS NOT NULL))))
  constraint stage_record_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)))
  constraint stage_record_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)))
  constraint stage_record_operator_check CHECK ((length(operator) <= 50))
  constraint stage_record_reason_check CHECK ((length(reason) <= 500))
  constraint stage_record_remark_check CHECK ((length(remark) <= 200))
  constraint stage_record_status_check CHECK ((status = ANY (ARRAY['current'::text, 'superseded'::text, 'voided'::text])))
  constraint stage_record_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE RESTRICT
  constraint stage_record_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint stage_record_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE RESTRICT
  constraint stage_record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_record_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_record_report_key UNIQUE (tenant_id, report_id, version)
  CREATE INDEX stage_record_circulation ON public.stage_record USING btree (circulation_id, tenant_id) WHERE (circulation_id IS NOT NULL)
  CREATE INDEX stage_record_conversions ON public.stage_record USING btree (tenant_id, stage, happened_at DESC) WHERE ((status = 'current'::text) AND (stage = ANY (ARRAY['processing'::text, 'secondaryProcessing'::text])))
  CREATE INDEX stage_record_corrected ON public.stage_record USING btree (tenant_id, recorded_at) WHERE ((version > 1) AND (status <> 'voided'::text))
  CREATE INDEX stage_record_flagged ON public.stage_record USING btree (tenant_id, id DESC) WHERE (flags <> '[]'::jsonb)
  CREATE INDEX stage_record_happened ON public.stage_record USING btree (tenant_id, happened_at) INCLUDE (stage, batch_id, code_count, dept_id, created_by) WHERE (status = 'current'::text)
  CREATE INDEX stage_record_history ON public.stage_record USING btree (tenant_id, batch_id, stage, happened_at, COALESCE(first_id, id)) WHERE (status = 'current'::text)
  CREATE INDEX stage_record_late ON public.stage_record USING btree (tenant_id, recorded_at) WHERE ((version = 1) AND ((recorded_at - happened_at) > '7 days'::interval))
  CREATE INDEX stage_record_mine ON public.stage_record USING btree (tenant_id, created_by, id DESC)
  CREATE INDEX stage_record_newest ON public.stage_record USING btree (id)
  CREATE INDEX stage_record_search ON public.stage_record USING gin (search_grams(tenant_id, ARRAY[document_code])) WITH (gin_pending_list_limit='256')
  CREATE INDEX stage_record_template ON public.stage_record USING btree (template_id)
  CREATE INDEX stage_record_unlikely ON public.stage_record USING btree (tenant_id, recorded_at) WHERE (flags <> '[]'::jsonb)
  CREATE INDEX stage_record_versions ON public.stage_record USING btree (tenant_id, first_id, version) WHERE (first_id IS NOT NULL)
  CREATE INDEX stage_record_voided ON public.stage_record USING btree (tenant_id, recorded_at) WHERE (status = 'voided'::text)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_record_code -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  record_id bigint not null
  stage text not null
  request_number integer not null
  serials int4range not null
  current boolean not null default true
  first_serial integer not null default lower(serials)
  constraint stage_record_code_serials_check CHECK ((NOT isempty(serials)))
  constraint stage_record_code_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_record_code_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES stage_record(tenant_id, id) ON DELETE CASCADE
  constraint stage_record_code_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_record_code_once EXCLUDE USING gist (tenant_id WITH =, stage WITH =, request_number WITH =, serials WITH &&) WHERE (current)
  CREATE INDEX stage_record_code_first ON public.stage_record_code USING btree (tenant_id, stage, request_number, first_serial) WHERE current
  CREATE INDEX stage_record_code_record ON public.stage_record_code USING btree (tenant_id, record_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_record_paper -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  record_id bigint not null
  field text not null
  document_id bigint not null
  version integer not null
  constraint stage_record_paper_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES document(tenant_id, id) ON DELETE RESTRICT
  constraint stage_record_paper_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_record_paper_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES stage_record(tenant_id, id) ON DELETE CASCADE
  constraint stage_record_paper_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_record_paper_field UNIQUE (tenant_id, record_id, field)
  CREATE INDEX stage_record_paper_document ON public.stage_record_paper USING btree (tenant_id, document_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_record_plot -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  record_id bigint not null
  plot_id bigint not null
  version integer not null
  number text not null
  constraint stage_record_plot_number_check CHECK ((length(number) <= 50))
  constraint stage_record_plot_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_record_plot_tenant_id_plot_id_fkey FOREIGN KEY (tenant_id, plot_id) REFERENCES plot(tenant_id, id) ON DELETE RESTRICT
  constraint stage_record_plot_tenant_id_record_id_fkey FOREIGN KEY (tenant_id, record_id) REFERENCES stage_record(tenant_id, id) ON DELETE CASCADE
  constraint stage_record_plot_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_record_plot_record UNIQUE (tenant_id, record_id)
  CREATE INDEX stage_record_plot_plot ON public.stage_record_plot USING btree (tenant_id, plot_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_step -- row security forced
  tenant_id bigint not null
  batch_id bigint not null
  stage text not null
  first_at timestamp with time zone not null
  seconds bigint
  constraint stage_step_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_step_pkey PRIMARY KEY (tenant_id, batch_id, stage)
  CREATE INDEX stage_step_first ON public.stage_step USING btree (tenant_id, first_at)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_sum -- row security forced
  tenant_id bigint not null
  grain text not null
  start date not null
  product_id bigint not null
  stage text not null
  reports bigint not null
  codes bigint not null
  batches bigint not null
  steps bigint not null
  seconds numeric not null
  longest bigint not null
  input numeric not null
  output numeric not null
  items bigint not null default 0
  packages bigint not null default 0
  volume numeric not null default 0
  constraint stage_sum_grain_check CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])))
  constraint stage_sum_pkey PRIMARY KEY (tenant_id, grain, start, product_id, stage)
  CREATE INDEX stage_sum_product ON public.stage_sum USING btree (tenant_id, product_id, grain, start)
  CREATE INDEX stage_sum_whole ON public.stage_sum USING btree (grain, start) WHERE (product_id = 0)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_template -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  stage text not null
  name text not null
  display_name text not null
  version integer not null default 1
  attributes jsonb not null default '[]'::jsonb
  order_num integer not null default 0
  visible text not null default '0'::text
  status text not null default '0'::text
  optional boolean not null default false
  title_key text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  category text
  superseded_by bigint
  dept_id bigint
  display_name_texts jsonb not null default '{}'::jsonb
  expired_papers text not null default 'flag'::text
  certified_only boolean not null default true
  overdrawn_papers text not null default 'refuse'::text
  constraint stage_template_category_check CHECK ((category = ANY (ARRAY['forest'::text, 'factory'::text, 'port'::text, 'customs'::text, 'endProduct'::text])))
  constraint stage_template_display_name_check CHECK ((length(display_name) <= 100))
  constraint stage_template_display_name_texts_check CHECK (((jsonb_typeof(display_name_texts) = 'object'::text) AND ((display_name_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(display_name_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,100}$" flag "s"))'::jsonpath))))
  constraint stage_template_expired_papers_check CHECK ((expired_papers = ANY (ARRAY['flag'::text, 'refuse'::text])))
  constraint stage_template_name_check CHECK ((length(name) <= 50))
  constraint stage_template_overdrawn_papers_check CHECK ((overdrawn_papers = ANY (ARRAY['flag'::text, 'refuse'::text])))
  constraint stage_template_remark_check CHECK ((length(remark) <= 200))
  constraint stage_template_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint stage_template_visible_check CHECK ((visible = ANY (ARRAY['0'::text, '1'::text])))
  constraint stage_template_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint stage_template_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_template_tenant_id_superseded_by_fkey FOREIGN KEY (tenant_id, superseded_by) REFERENCES stage_template(tenant_id, id)
  constraint stage_template_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_template_name_key UNIQUE (tenant_id, name, version)
  policy across for all to timbermark_worker using true with check true
  policy adding for insert to timbermark_server with check (tenant_id = current_tenant())
  policy changing for update to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  policy reading for select to timbermark_server using (tenant_id = ANY (ARRAY[(1)::bigint, current_tenant()]))
  policy removing for delete to timbermark_server using (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_template_choice -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  name text not null
  visible text not null
  order_num integer not null
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint stage_template_choice_name_check CHECK ((length(name) <= 50))
  constraint stage_template_choice_order_num_check CHECK (((order_num >= 0) AND (order_num <= 9999)))
  constraint stage_template_choice_visible_check CHECK ((visible = ANY (ARRAY['0'::text, '1'::text])))
  constraint stage_template_choice_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_template_choice_pkey PRIMARY KEY (tenant_id, id)
  constraint stage_template_choice_key UNIQUE (tenant_id, name)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_time -- row security forced
  tenant_id bigint not null
  grain text not null
  start date not null
  product_id bigint not null
  stage text not null
  tenths integer not null
  steps bigint not null
  constraint stage_time_grain_check CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])))
  constraint stage_time_pkey PRIMARY KEY (tenant_id, grain, start, product_id, stage, tenths)
  CREATE INDEX stage_time_product ON public.stage_time USING btree (tenant_id, product_id, grain, start)
  CREATE INDEX stage_time_whole ON public.stage_time USING btree (grain, start) WHERE (product_id = 0)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table stage_total -- row security forced
  tenant_id bigint not null
  batch_id bigint not null
  stage text not null
  field text not null
  total numeric
  counted_at timestamp with time zone
  constraint stage_total_tenant_id_batch_id_fkey FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id) ON DELETE CASCADE
  constraint stage_total_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint stage_total_pkey PRIMARY KEY (tenant_id, batch_id, stage, field)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table standing_alarm
  key text not null
  detail jsonb not null
  since timestamp with time zone not null
  seen_at timestamp with time zone not null
  constraint standing_alarm_key_check CHECK ((length(key) <= 50))
  constraint standing_alarm_pkey PRIMARY KEY (key)
  grant select to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table store -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  dealer_id bigint not null
  address text not null
  contact text
  phone text
  longitude numeric(9,6)
  latitude numeric(8,6)
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  shown boolean
  address_texts jsonb not null default '{}'::jsonb
  revision integer not null default 1
  constraint store_address_check CHECK ((length(address) <= 200))
  constraint store_address_texts_check CHECK (((jsonb_typeof(address_texts) = 'object'::text) AND ((address_texts - ARRAY['zh'::text, 'en'::text, 'fr'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(address_texts, '$.*?(@.type() != "string" || !(@ like_regex "^.{1,200}$" flag "s"))'::jsonpath))))
  constraint store_check CHECK (((longitude IS NULL) = (latitude IS NULL)))
  constraint store_contact_check CHECK ((length(contact) <= 50))
  constraint store_latitude_check CHECK (((latitude >= ('-90'::integer)::numeric) AND (latitude <= (90)::numeric)))
  constraint store_longitude_check CHECK (((longitude >= ('-180'::integer)::numeric) AND (longitude <= (180)::numeric)))
  constraint store_name_check CHECK ((length(name) <= 100))
  constraint store_phone_check CHECK ((length(phone) <= 20))
  constraint store_remark_check CHECK ((length(remark) <= 200))
  constraint store_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint store_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint store_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint store_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint store_pkey PRIMARY KEY (tenant_id, id)
  constraint store_name_key UNIQUE (tenant_id, dealer_id, name)
  CREATE INDEX store_dealer ON public.store USING btree (tenant_id, dealer_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table supplier -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  name text not null
  contact text
  phone text
  address text
  account_id bigint
  status text not null default '0'::text
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint supplier_address_check CHECK ((length(address) <= 200))
  constraint supplier_contact_check CHECK ((length(contact) <= 50))
  constraint supplier_name_check CHECK ((length(name) <= 100))
  constraint supplier_phone_check CHECK ((length(phone) <= 20))
  constraint supplier_remark_check CHECK ((length(remark) <= 200))
  constraint supplier_status_check CHECK ((status = ANY (ARRAY['0'::text, '1'::text])))
  constraint supplier_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE RESTRICT
  constraint supplier_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint supplier_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint supplier_pkey PRIMARY KEY (tenant_id, id)
  constraint supplier_account_key UNIQUE (tenant_id, account_id)
  constraint supplier_name_key UNIQUE (tenant_id, name)
  CREATE INDEX supplier_alike ON public.supplier USING btree (tenant_id, name_key(name))
  CREATE INDEX supplier_search ON public.supplier USING gin (search_grams(tenant_id, ARRAY[name, contact, phone])) WITH (gin_pending_list_limit='256')
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table supplier_invitation -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  account_id bigint not null
  goods text not null
  codes integer not null
  stages text[] not null
  until_on date not null
  note text
  status text not null default 'current'::text
  reason text
  invited_at timestamp with time zone not null default now()
  settled_at timestamp with time zone
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint supplier_invitation_codes_check CHECK ((codes > 0))
  constraint supplier_invitation_goods_check CHECK ((length(goods) <= 200))
  constraint supplier_invitation_note_check CHECK ((length(note) <= 500))
  constraint supplier_invitation_reason_check CHECK ((length(reason) <= 200))
  constraint supplier_invitation_stages_check CHECK (((cardinality(stages) >= 1) AND (cardinality(stages) <= 18)))
  constraint supplier_invitation_status_check CHECK ((status = ANY (ARRAY['current'::text, 'revoked'::text])))
  constraint supplier_invitation_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES account(tenant_id, id) ON DELETE CASCADE
  constraint supplier_invitation_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint supplier_invitation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint supplier_invitation_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX supplier_invitation_account ON public.supplier_invitation USING btree (tenant_id, account_id, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table supplier_invitation_range -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  invitation_id bigint not null
  request_number integer not null
  serials int4range not null
  constraint supplier_invitation_range_serials_check CHECK (((lower(serials) >= 0) AND (NOT isempty(serials))))
  constraint supplier_invitation_range_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint supplier_invitation_range_tenant_id_invitation_id_fkey FOREIGN KEY (tenant_id, invitation_id) REFERENCES supplier_invitation(tenant_id, id) ON DELETE CASCADE
  constraint supplier_invitation_range_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX supplier_invitation_range_of ON public.supplier_invitation_range USING btree (tenant_id, invitation_id, request_number)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table task_run -- row security forced
  id bigint not null identity
  job_id bigint
  job_name text not null
  job_name_texts jsonb not null default '{}'::jsonb
  title_key text
  job_group text not null
  task text not null
  task_args text
  timeout_minutes integer not null
  trigger text not null
  status text not null
  attempts smallint not null default 0
  run uuid
  process text
  start_time timestamp with time zone not null default now()
  end_time timestamp with time zone
  duration bigint
  facts jsonb not null default '{}'::jsonb
  error_key text
  fault text
  created_by bigint
  constraint task_run_error_key_check CHECK ((length(error_key) <= 100))
  constraint task_run_fault_check CHECK ((length(fault) <= 300))
  constraint task_run_job_group_check CHECK ((length(job_group) <= 100))
  constraint task_run_job_name_check CHECK (((length(job_name) >= 1) AND (length(job_name) <= 64)))
  constraint task_run_process_check CHECK ((length(process) <= 100))
  constraint task_run_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'timedOut'::text, 'lost'::text, 'skipped'::text, 'missed'::text])))
  constraint task_run_task_args_check CHECK ((length(task_args) <= 500))
  constraint task_run_task_check CHECK ((length(task) <= 50))
  constraint task_run_timeout_minutes_check CHECK (((timeout_minutes >= 1) AND (timeout_minutes <= 1440)))
  constraint task_run_title_key_check CHECK ((length(title_key) <= 100))
  constraint task_run_trigger_check CHECK ((trigger = ANY (ARRAY['schedule'::text, 'late'::text, 'hand'::text])))
  constraint task_run_job_id_fkey FOREIGN KEY (job_id) REFERENCES scheduled_task(id) ON DELETE RESTRICT
  constraint task_run_pkey PRIMARY KEY (id)
  CREATE INDEX task_run_job ON public.task_run USING btree (job_id)
  CREATE UNIQUE INDEX task_run_open ON public.task_run USING btree (job_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]))
  CREATE INDEX task_run_start ON public.task_run USING btree (start_time DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy platform for all to timbermark_server using (current_tenant() = 1) with check (current_tenant() = 1)
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table tenant_key -- row security forced
  tenant_id bigint not null
  version integer not null
  wrapped bytea not null
  created_at timestamp with time zone not null default now()
  constraint tenant_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint tenant_key_pkey PRIMARY KEY (tenant_id, version)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table territory -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  dept_id bigint
  dealer_id bigint not null
  division_code text not null
  valid_from date not null
  valid_until date
  remark text
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint territory_check CHECK ((valid_until >= valid_from))
  constraint territory_division_code_check CHECK ((length(division_code) <= 20))
  constraint territory_remark_check CHECK ((length(remark) <= 200))
  constraint territory_tenant_id_dealer_id_fkey FOREIGN KEY (tenant_id, dealer_id) REFERENCES dealer(tenant_id, id) ON DELETE RESTRICT
  constraint territory_tenant_id_dept_id_fkey FOREIGN KEY (tenant_id, dept_id) REFERENCES dept(tenant_id, id) ON DELETE RESTRICT
  constraint territory_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint territory_pkey PRIMARY KEY (tenant_id, id)
  constraint territory_once EXCLUDE USING gist (tenant_id WITH =, dealer_id WITH =, division_code WITH =, daterange(valid_from, valid_until, '[]'::text) WITH &&)
  CREATE INDEX territory_newest ON public.territory USING btree (tenant_id, created_at DESC, id DESC)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table throttle
  bucket text not null
  attempts integer not null
  until timestamp with time zone not null
  constraint throttle_pkey PRIMARY KEY (bucket)
  grant delete, insert, select, update to timbermark_worker

table upload -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint not null
  sha256 text not null
  bytes integer not null
  have integer not null default 0
  use_id bigint not null
  file_id text
  begun_at timestamp with time zone not null default now()
  touched_at timestamp with time zone not null default now()
  constraint upload_bytes_check CHECK ((bytes > 0))
  constraint upload_check CHECK (((have >= 0) AND (have <= bytes)))
  constraint upload_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
  constraint upload_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file_object(tenant_id, id) ON DELETE CASCADE
  constraint upload_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint upload_pkey PRIMARY KEY (tenant_id, id)
  constraint upload_content UNIQUE (tenant_id, account_id, sha256, bytes)
  CREATE INDEX upload_file ON public.upload USING btree (tenant_id, file_id)
  CREATE INDEX upload_touched ON public.upload USING btree (touched_at)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table upload_piece -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  upload_id bigint not null
  first_byte integer not null
  content bytea not null
  constraint upload_piece_content_check CHECK ((length(content) > 0))
  constraint upload_piece_first_byte_check CHECK ((first_byte >= 0))
  constraint upload_piece_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint upload_piece_tenant_id_upload_id_fkey FOREIGN KEY (tenant_id, upload_id) REFERENCES upload(tenant_id, id) ON DELETE CASCADE
  constraint upload_piece_pkey PRIMARY KEY (tenant_id, id)
  constraint upload_piece_place UNIQUE (tenant_id, upload_id, first_byte)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table upload_use -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  account_id bigint not null
  bytes bigint not null
  used_at timestamp with time zone not null default now()
  constraint upload_use_bytes_check CHECK ((bytes >= 0))
  constraint upload_use_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint upload_use_pkey PRIMARY KEY (tenant_id, id)
  CREATE INDEX upload_use_account ON public.upload_use USING btree (tenant_id, account_id, used_at)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table visit_answer
  mark bytea not null
  times integer not null
  first_at timestamp with time zone
  told_at timestamp with time zone not null default now()
  wrong integer not null default 0
  first_query_at timestamp with time zone
  entry bigint
  placed boolean not null default true
  constraint visit_answer_pkey PRIMARY KEY (mark)
  CREATE INDEX visit_answer_told_at ON public.visit_answer USING btree (told_at)
  grant delete, insert, select, update to timbermark_worker

table visit_count -- row security forced
  tenant_id bigint not null
  grain text not null
  start timestamp with time zone not null
  request_number integer not null
  product_id bigint not null
  scans bigint not null
  checks bigint not null
  wrong_checks bigint not null
  constraint visit_count_grain_check CHECK ((grain = ANY (ARRAY['hour'::text, 'day'::text, 'month'::text])))
  constraint visit_count_pkey PRIMARY KEY (tenant_id, grain, start, request_number, product_id)
  CREATE INDEX visit_count_request ON public.visit_count USING btree (tenant_id, request_number, grain, start)
  CREATE INDEX visit_count_whole ON public.visit_count USING btree (grain, start) WHERE (request_number = 0)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table visit_day -- row security forced
  tenant_id bigint not null
  day date not null
  state text not null default 'due'::text
  counted_at timestamp with time zone
  took_ms integer not null default 0
  coarse_at timestamp with time zone
  constraint visit_day_state_check CHECK ((state = ANY (ARRAY['due'::text, 'counting'::text, 'counted'::text])))
  constraint visit_day_pkey PRIMARY KEY (tenant_id, day)
  CREATE INDEX visit_day_open ON public.visit_day USING btree (day) WHERE (state <> 'counted'::text)
  CREATE INDEX visit_day_precise ON public.visit_day USING btree (day) WHERE (coarse_at IS NULL)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table visit_place -- row security forced
  tenant_id bigint not null
  grain text not null
  start timestamp with time zone not null
  request_number integer not null
  product_id bigint not null
  country text not null
  province text not null
  city text not null
  scans bigint not null
  checks bigint not null
  wrong_checks bigint not null
  constraint visit_place_grain_check CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])))
  constraint visit_place_pkey PRIMARY KEY (tenant_id, grain, start, request_number, product_id, country, province, city)
  CREATE INDEX visit_place_product ON public.visit_place USING btree (tenant_id, product_id, grain, start) WHERE (product_id <> 0)
  CREATE INDEX visit_place_request ON public.visit_place USING btree (tenant_id, request_number, grain, start)
  CREATE INDEX visit_place_whole ON public.visit_place USING btree (grain, start) WHERE (request_number = 0)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table watch_mark
  log text not null
  entry bigint not null
  constraint watch_mark_log_check CHECK ((log = ANY (ARRAY['scan'::text, 'check'::text])))
  constraint watch_mark_pkey PRIMARY KEY (log)
  grant delete, insert, select, update to timbermark_worker

table watch_threshold -- row security forced
  tenant_id bigint not null
  threshold text not null
  value integer not null
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  constraint watch_threshold_value_check CHECK (
CASE threshold
    WHEN 'speedKmh'::text THEN ((value >= 200) AND (value <= 5000))
    WHEN 'placesMost'::text THEN ((value >= 1) AND (value <= 50))
    WHEN 'placesDays'::text THEN ((value >= 1) AND (value <= 90))
    WHEN 'crossVisits'::text THEN ((value >= 1) AND (value <= 100))
    WHEN 'warnDays'::text THEN ((value >= 1) AND (value <= 90))
    ELSE false
END)
  constraint watch_threshold_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint watch_threshold_pkey PRIMARY KEY (tenant_id, threshold)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table wechat_account -- row security forced
  id bigint not null identity
  tenant_id bigint not null
  enabled boolean not null default false
  entrance text not null
  app_id text
  mini_app_id text
  mini_path text
  key_version integer not null
  secret bytea
  code_key bytea
  mini_secret bytea
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  sign_in boolean not null default false
  verify_token text
  constraint wechat_account_app_id_check CHECK ((length(app_id) <= 32))
  constraint wechat_account_check CHECK (((NOT enabled) OR ((app_id IS NOT NULL) AND (secret IS NOT NULL))))
  constraint wechat_account_entrance_check CHECK (((length(entrance) >= 20) AND (length(entrance) <= 60)))
  constraint wechat_account_mini_app_id_check CHECK ((length(mini_app_id) <= 32))
  constraint wechat_account_mini_path_check CHECK ((length(mini_path) <= 200))
  constraint wechat_account_verify_token_check CHECK ((verify_token ~ '^[A-Za-z0-9]{4,64}$'::text))
  constraint wechat_account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint wechat_account_pkey PRIMARY KEY (tenant_id, id)
  constraint wechat_account_one UNIQUE (tenant_id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table wechat_token -- row security forced
  tenant_id bigint not null
  account_id bigint not null
  purpose text not null
  key_version integer not null
  sealed bytea not null
  good_until timestamp with time zone not null
  constraint wechat_token_purpose_check CHECK ((purpose = ANY (ARRAY['service'::text, 'mini'::text, 'ticket'::text])))
  constraint wechat_token_tenant_id_account_id_fkey FOREIGN KEY (tenant_id, account_id) REFERENCES wechat_account(tenant_id, id) ON DELETE CASCADE
  constraint wechat_token_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id) ON DELETE CASCADE
  constraint wechat_token_pkey PRIMARY KEY (tenant_id, purpose)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

table wechat_user -- row security forced
  id bigint not null identity
  tenant_id bigint not null default 1
  openid_hash bytea not null
  nickname text
  avatar text
  first_seen timestamp with time zone not null default now()
  created_by bigint
  created_at timestamp with time zone not null default now()
  updated_by bigint
  updated_at timestamp with time zone not null default now()
  last_seen timestamp with time zone not null default now()
  visits integer not null default 1
  constraint wechat_user_avatar_check CHECK ((length(avatar) <= 500))
  constraint wechat_user_nickname_check CHECK ((length(nickname) <= 100))
  constraint wechat_user_openid_hash_check CHECK ((length(openid_hash) = 32))
  constraint wechat_user_tenant_id_check CHECK ((tenant_id = 1))
  constraint wechat_user_visits_check CHECK ((visits > 0))
  constraint wechat_user_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES enterprise(id)
  constraint wechat_user_pkey PRIMARY KEY (tenant_id, id)
  constraint wechat_user_openid_key UNIQUE (tenant_id, openid_hash)
  CREATE INDEX wechat_user_last_seen ON public.wechat_user USING btree (tenant_id, last_seen, id)
  policy across for all to timbermark_worker using true with check true
  policy tenant for all to timbermark_server using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())
  grant delete, insert, select, update to timbermark_server
  grant delete, insert, select, update to timbermark_worker

function count_quote() security definer
function current_tenant()
function drop_log_partitions(date) security definer
function ensure_log_partitions(date) security definer
function grant_rows(regclass)
function is_lasting_entry(text,smallint)
function mark_days_for_recount(bigint)
function mask_phone(text)
function may_thin_head(ledger_checkpoint,timestamp with time zone)
function name_key(text)
function overlay_rows(regclass)
function own_facts_stay(enterprise)
function pinyin_initials(text)
function plain_letters(text)
function protect(regclass)
function refuse_change()
function refuse_other_first_number()
function refuse_other_key()
function refuse_other_tile()
function refuse_unless_thinned()
function request_numbers_above(integer) security definer
function reserve(regclass)
function search_grams(bigint,text[])
function search_key(text)
function search_parts(bigint,text[])
function search_text(text)
function share(regclass)
function show_pictures() security definer
function thin_heads(bigint,integer) security definer
