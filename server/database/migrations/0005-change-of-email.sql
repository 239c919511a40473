-- A link may have an address: the requested new one, or the former one that it restores.
alter table links
  add column email text check (email = lower(btrim(email)) and char_length(email) between 3 and 254),
  drop constraint links_purpose_check,
  add constraint links_purpose_check
    check (purpose in ('reset_password', 'verify_email', 'confirm_email', 'undo_email_change')),
  add constraint links_name_their_address
    check ((email is not null) = (purpose in ('confirm_email', 'undo_email_change')));
create index links_back_to on links (email) where purpose = 'undo_email_change';

-- Whether an address is reserved for another account, which can still restore it.
create function is_kept_for_another(address text, account uuid) returns boolean language sql stable as
  $$ select exists (
       select from links
       where purpose = 'undo_email_change' and email = address and uid <> account
         and spent_at is null and expires_at > minbar_now()) $$;

-- PostgreSQL checks the unique index first, and waits there while another transaction gives up the address. This trigger runs
-- afterwards and sees the undo link of that transaction. So no other account can take the address before it is reserved.
create function keep_addresses_to_go_back_to() returns trigger language plpgsql as $$
begin
  if is_kept_for_another(new.email, new.uid) then
    raise exception 'this address is kept for another account'
      using errcode = 'unique_violation', constraint = 'accounts_email_key';
  end if;
  return null;
end $$;
create trigger keep_addresses_to_go_back_to after insert or update of email on accounts
  for each row when (new.email is not null) execute function keep_addresses_to_go_back_to();
