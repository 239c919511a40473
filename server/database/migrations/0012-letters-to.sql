-- Whose letters those to an address are is asked by who exports or deletes an account, and by the clean-up; what waits to be
-- gathered is found by it as well.
create index letters_to on letters (recipient);
drop index letters_held;
