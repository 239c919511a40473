-- Exports, account deletion, the clean-up and digests find letters by recipient. Replaces letters_held, which only served digests.
create index letters_to on letters (recipient);
drop index letters_held;
