-- One query finds a khateeb's proposals for all slots of a masjid. The export of a khateeb's data uses this index, too.
create index proposals_between on proposals (khateeb_uid, masjid_uid);
