-- Payments are no longer drawn by lot. Entries of samples stay in the log, with what opens them (docs/decisions/0054-what-went-out.md).
drop table sample_answers;
drop table sample_payments;
drop table samples;
drop function sample_answers_guard, samples_guard;
