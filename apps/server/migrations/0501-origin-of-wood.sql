-- The giver lets the receiver of goods, and those who hold them after, see the plots that its own records name.
alter table custody_offer add column shares_plots boolean not null default false;
