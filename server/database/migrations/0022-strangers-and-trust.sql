-- Letters to an unconfirmed address have a link by which its owner can end the account.
alter table links
  drop constraint links_purpose_check,
  add constraint links_purpose_check
    check (purpose in ('reset_password', 'verify_email', 'confirm_email', 'undo_email_change', 'disown_account'));
