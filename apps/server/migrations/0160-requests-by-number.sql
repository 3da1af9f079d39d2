-- A code says its request's number and not its enterprise: one request is looked up by its number alone.
create index code_request_by_number on code_request (request_number);
