-- Staff are not mailed about single requests any more (decision 0065): the morning mail counts what is theirs.
drop table request_notices;
alter table staff_digests drop column notices_when;
