-- Signatures of witnesses under heads of the ledger: others who saw the head and that it continues those before.
create table ledger_cosignature (
  size bigint not null references ledger_checkpoint (size),
  -- Name and id of the witness's key
  witness text not null check (witness <> ''),
  -- The signature line as it stands under the note, without its newline
  line text not null check (line <> ''),
  -- When the witness says that it signed
  signed_at timestamptz not null,
  primary key (size, witness)
);
create index ledger_cosignature_witness on ledger_cosignature (witness, size);
-- Public like the heads; nobody but whoever asks the witnesses writes.
grant select on ledger_cosignature to timbermark_server;
grant select, insert on ledger_cosignature to timbermark_worker;
