-- What happened behind the code's back is done by the code: a trigger or a function that acts as another role cannot be
-- sent to the machine that has the row. The trade's own two triggers stay (0041): they are about two enterprises at once.
drop trigger code_request_told on code_request;
drop trigger enterprise_told on enterprise;
drop function tell_directory();
drop function count_click(bigint);
drop function public_files(text[]);
drop function audited_files(text[]);
drop function stage_template_used(bigint);
