-- A residue has its kind, and a loss the reason that was stated; entries from before have none.
alter table material_entry
  add column reason text check (reason in ('offcuts', 'sawdust', 'bark', 'drying', 'kerf', 'defects', 'breakage', 'other')),
  add constraint material_entry_residue_check check (reason is null or form = 'residue');
