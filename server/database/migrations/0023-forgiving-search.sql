-- A search ignores what people spell in different ways: see docs/decisions/forgiving-search.md.

-- Folds a text to words in one common spelling, separated by spaces: without case, accents, apostrophes, punctuation and double
-- letters, with one spelling for common transliterations (Noor, Nūr; Quba, Kuba; Hedayah, Hidaya; Omar, Umar), one word for masjid, masjed
-- and mosque, and `al` for every article (an-Noor, as-Salam, ul-Huda). The result is for comparison only.
-- Most steps are `replace`, which is several times as fast as a regular expression.
create function search_fold(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  t text := lower(normalize(name, nfkd));
begin
  -- Accents, Arabic vowel signs, apostrophes and periods.
  t := regexp_replace(t, '[\u0300-\u036f\u0640\u064b-\u0655\u0670''`´‘’ʻʼʽʾʿ.]', '', 'g');
  -- Names the punctuation instead of using [[:alnum:]], which knows only ASCII letters in some locales.
  t := regexp_replace(t, '[\s!-/:-@\[-_{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u206f]+', ' ', 'g');
  t := ' ' || btrim(t) || ' ';
  -- The article before a sun letter, apart (as salam) and in one word (assalam).
  t := regexp_replace(t, '\m[aeu](sh|[dnrstz]) \1', 'al \1', 'g');
  t := regexp_replace(t, '\ma(sh|[nrstz])\1', 'al\1', 'g');
  t := replace(replace(replace(replace(t, ' el ', ' al '), ' ul ', ' al '), ' saint ', ' st '), 'centre', 'center');
  t := replace(replace(replace(replace(replace(t, 'oo', 'u'), 'ou', 'u'), 'ee', 'i'), 'ei', 'ai'), 'ey', 'ay');
  t := replace(replace(replace(replace(t, 'kh', 'k'), 'gh', 'g'), 'dh', 'd'), 'th', 't');
  t := translate(t, 'qveىة', 'kwiيه');
  t := replace(replace(replace(replace(replace(t, 'aa', 'a'), 'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f');
  t := replace(replace(replace(replace(replace(t, 'gg', 'g'), 'ii', 'i'), 'jj', 'j'), 'kk', 'k'), 'll', 'l');
  t := replace(replace(replace(replace(replace(t, 'mm', 'm'), 'nn', 'n'), 'pp', 'p'), 'rr', 'r'), 'ss', 's');
  t := replace(replace(replace(replace(replace(t, 'tt', 't'), 'uu', 'u'), 'ww', 'w'), 'yy', 'y'), 'zz', 'z');
  t := replace(replace(replace(t, 'ah ', 'a '), 'y ', 'i '), 'iya', 'ia');
  t := replace(replace(replace(t, 'au', 'aw'), 'ai', 'ay'), 'ayi', 'ay');
  t := replace(replace(replace(t, ' moskui ', ' masjid '), ' misjid ', ' masjid '), ' miscid ', ' masjid ');
  t := replace(replace(replace(t, 'moham', 'muham'), 'muhamid ', 'muhamad '), ' omar ', ' umar ');
  return btrim(replace(replace(replace(replace(t, ' otman ', ' usman '), ' utman ', ' usman '), ' osman ', ' usman '), 'koran', 'kuran'));
end $$;

-- The words, folded, that say little about which masjid is meant.
create function search_generic_words() returns text[] language sql immutable parallel safe as $$
  select '{masjid,islamic,islam,cintir,muslim,sociti,comuniti,asociation,fundation,of,al,ti,and}'::text[]
$$;

create function search_state(code text) returns text language sql immutable strict parallel safe as $$
  select '{"AL": "alabama", "AK": "alaska", "AZ": "arizona", "AR": "arkansas", "CA": "california", "CO": "colorado",
    "CT": "connecticut", "DE": "delaware", "DC": "district of columbia", "FL": "florida", "GA": "georgia", "HI": "hawaii",
    "ID": "idaho", "IL": "illinois", "IN": "indiana", "IA": "iowa", "KS": "kansas", "KY": "kentucky", "LA": "louisiana",
    "ME": "maine", "MD": "maryland", "MA": "massachusetts", "MI": "michigan", "MN": "minnesota", "MS": "mississippi",
    "MO": "missouri", "MT": "montana", "NE": "nebraska", "NV": "nevada", "NH": "new hampshire", "NJ": "new jersey",
    "NM": "new mexico", "NY": "new york", "NC": "north carolina", "ND": "north dakota", "OH": "ohio", "OK": "oklahoma",
    "OR": "oregon", "PA": "pennsylvania", "RI": "rhode island", "SC": "south carolina", "SD": "south dakota",
    "TN": "tennessee", "TX": "texas", "UT": "utah", "VT": "vermont", "VA": "virginia", "WA": "washington",
    "WV": "west virginia", "WI": "wisconsin", "WY": "wyoming", "PR": "puerto rico", "GU": "guam",
    "VI": "virgin islands", "AS": "american samoa", "MP": "northern mariana islands"}'::jsonb ->> code
$$;

-- The LIKE patterns that `search` must match, one for each word of a search, the longest first. A long word may be anywhere, so that
-- spaces don't count; a short one begins a word. `al`, `masjid` and `of` count only if there is nothing else.
create function search_patterns(q text) returns text[] language sql immutable strict parallel safe as $$
  with words as materialized (
    -- ZIP+4 is its ZIP. `, AL` is the state and no article.
    select distinct word from regexp_split_to_table(search_fold(
      regexp_replace(regexp_replace(q, '\m(\d{5})-\d{4}\M', '\1', 'g'), ',\s*al\M', ', alabama', 'i')), ' ') as word
    where word <> ''
  ), telling as (select word from words where word not in ('al', 'masjid', 'of', 'ti', 'and'))
  select coalesce(
    array_agg(case when length(word) < 3 then '% al' || word || '%' else '%' || word || '%' end order by length(word) desc, word),
    '{}')
  from (select word from telling union all select word from words where not exists (select from telling)) as counted
$$;

-- What of a text a trigram comparison uses: its words without those that are, or are nearly, generic.
create function search_telling(folded text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(word, ' ' order by n) filter (where not exists (
    select from unnest(search_generic_words()) as generic
    where generic = word or length(word) > 4 and similarity(generic, word) >= 0.4)), folded)
  from regexp_split_to_table(folded, ' ') with ordinality as words (word, n)
$$;

-- A trigger sets three columns that were too slow as generated columns, because each would fold the name again:
-- `search`: each word with `al` before it, so that `alnoor` finds `Noor`, then all words without spaces.
-- `search_name`: the name without spaces. `search_words`: the telling words of name and city.
alter table masjids alter column search drop expression;
alter table khateebs alter column search drop expression;
alter table masjids add column search_name text not null default '', add column search_words text not null default '';
alter table khateebs add column search_name text not null default '', add column search_words text not null default '';

create function set_search() returns trigger language plpgsql as $$
declare
  name text;
  city text := search_fold(new.city);
  place text := city || ' ' || lower(new.state_code) || ' ' || search_fold(search_state(new.state_code)) || ' ' || new.zip_code;
begin
  if tg_table_name = 'masjids' then name := search_fold(new.masjid_name);
  else name := search_fold(new.first_name || ' ' || new.last_name);
  end if;
  if new.also_called <> '' then place := place || ' ' || search_fold(new.also_called); end if;
  new.search := ' al' || replace(name || ' ' || place, ' ', ' al') || ' ' || replace(name || place, ' ', '');
  new.search_name := replace(name, ' ', '');
  new.search_words := btrim(regexp_replace(name || ' ' || city,
    '\m(' || array_to_string(search_generic_words(), '|') || ')\M ?', '', 'g'));
  return new;
end $$;
create trigger set_search before insert or update of masjid_name, city, state_code, zip_code, also_called on masjids
  for each row execute function set_search();
create trigger set_search before insert or update of first_name, last_name, city, state_code, zip_code, also_called on khateebs
  for each row execute function set_search();
update masjids set city = city;
update khateebs set city = city;
create index masjids_search_words on masjids using gin (search_words gin_trgm_ops);
create index khateebs_search_words on khateebs using gin (search_words gin_trgm_ops);

-- The masjids or khateebs whose names and cities resemble a search, the most similar first. Similarity is that of the names plus that
-- of the telling words: from `at_least` to 2. A low threshold of trigrams finds more, but takes longer, so it is used only if a high one
-- finds few. The limit of candidates bounds the time when thousands have the same name; that of the text, when it is long.
create function search_similar(role regclass, q text, at_least real, at_most int) returns setof uuid language plpgsql stable strict as $$
declare
  folded text := left(search_fold(q), 80);
  telling text := search_telling(folded);
  threshold text;
  found_uids uuid[];
begin
  foreach threshold in array '{0.6,0.3}'::text[] loop
    perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
    execute format('select array_agg(uid) from (
      select uid from (
        select uid, similarity(search_name, $2) + word_similarity($1, search_words) as score
        from %s where search_words %%> $1 and not hidden limit 1000
      ) as candidates
      where score >= $3 order by score desc, uid limit $4) as best', role)
    into found_uids using telling, replace(folded, ' ', ''), at_least, at_most;
    exit when cardinality(found_uids) >= at_most;
  end loop;
  return query select unnest(found_uids);
end $$;
