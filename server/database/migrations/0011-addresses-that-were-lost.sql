-- What took the place of the address that a link leads back to. When the link is used, that one is lost, and nothing else
-- tells whose it was while letters went to it.
alter table links
  add column replaced_by text,
  add constraint only_what_was_is_replaced check (replaced_by is null or purpose = 'undo_email_change');
