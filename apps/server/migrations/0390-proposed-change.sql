-- What a reporter who asks for a correction says would be right: document code, operator, time and values of the record's form.
-- It is a wish, checked like a report's values; only a correction by the office enters the record.
alter table change_request add column proposed jsonb
  check (proposed is null or (jsonb_typeof(proposed) = 'object' and kind = 'correction'));
