-- Token of the file by which the messaging platform checks that the site's host is the operator's: /MP_verify_<token>.txt.
alter table wechat_account add column verify_token text check (verify_token ~ '^[A-Za-z0-9]{4,64}$');
