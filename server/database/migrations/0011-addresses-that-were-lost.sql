-- The new address of a change of e-mail, in the row of its undo link. When the undo link is used, the account loses the new
-- address. From then on, only this column shows that letters to the new address belong to the account.
alter table links
  add column replaced_by text,
  add constraint only_what_was_is_replaced check (replaced_by is null or purpose = 'undo_email_change');
