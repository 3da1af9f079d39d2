-- Plots that were walked with a phone: how exact its positions were, metres. A repeated call finds the walk by its id.
alter table plot
  add column walk_id uuid,
  add column worst_accuracy numeric check (worst_accuracy >= 0),
  add column median_accuracy numeric check (median_accuracy >= 0),
  add constraint plot_walk_key unique (tenant_id, walk_id);
alter table plot_version
  add column worst_accuracy numeric,
  add column median_accuracy numeric;
