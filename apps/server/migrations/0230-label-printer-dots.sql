-- Dots to the inch of the printer that a layout is for: a module of a symbol is a whole number of them.
alter table label_layout add column dpi text not null default '300' check (dpi in ('203', '300', '600'));
