-- Applicants take back a call that they asked for. Taking it back is an act of its own, and ends the one that asked.
alter table applicant_acts drop constraint applicant_acts_act_check;
alter table applicant_acts add constraint applicant_acts_act_check
  check (act in ('corrected', 'papers_added', 'call_asked', 'call_taken_back')) not valid;
alter table applicant_acts validate constraint applicant_acts_act_check;
