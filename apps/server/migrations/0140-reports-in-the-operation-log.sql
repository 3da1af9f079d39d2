-- Reports and corrections stood in the operation log with all that they said, also what a record keeps to itself and what
-- it has forgotten. Entries of before tell now that there was one.
update oper_log set oper_param = '{}'
where title = 'stage.record' and (oper_url like '/api/stage/report%' or oper_url like '/api/stage/record/%/correct');
