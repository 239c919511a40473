-- What a khateeb has to do with a masjid is asked once for all of its slots. It also finds what goes with his profile.
create index proposals_between on proposals (khateeb_uid, masjid_uid);
