-- The funds that gifts can go to, in the order in which they are shown. An organisation will edit them: until now they stood in eight checks.
create table funds (
  name text primary key check (name ~ '^[a-z][a-z_]{0,30}$'),
  place smallint not null unique
);
insert into funds (name, place) values
  ('general', 1), ('school', 2), ('emergency', 3), ('shelter', 4), ('food', 5), ('medical', 6);

-- The kinds of aid that a request can ask for, in the order of the form.
create table aid_kinds (
  name text primary key check (name ~ '^[a-z][a-z_]{0,30}$'),
  place smallint not null unique
);
insert into aid_kinds (name, place) values
  ('schoolfees', 1), ('medical_fee', 2), ('shelter', 3), ('food', 4), ('financial_aid', 5), ('other', 6);

alter table donations drop constraint donations_donation_type_check, add foreign key (donation_type) references funds;
alter table award_funds drop constraint award_funds_fund_check, add foreign key (fund) references funds;
alter table disbursement_funds drop constraint disbursement_funds_fund_check, add foreign key (fund) references funds;
alter table payout_attempts drop constraint payout_attempts_fee_fund_check, add foreign key (fee_fund) references funds;
alter table gift_lots drop constraint gift_lots_fund_check, add foreign key (fund) references funds;
alter table allocations drop constraint allocations_fund_check, add foreign key (fund) references funds;
alter table monthly_gifts drop constraint monthly_gifts_fund_check, add foreign key (fund) references funds;
alter table fund_covers drop constraint fund_covers_fund_check, add foreign key (fund) references funds;
alter table aid_applications
  drop constraint aid_applications_application_type_check, add foreign key (application_type) references aid_kinds;
alter table reason_templates
  drop constraint reason_templates_application_type_check, add foreign key (application_type) references aid_kinds;

create trigger funds_no_truncate before truncate on funds for each statement execute function ledger_refuse_change();
create trigger funds_fixed before delete on funds for each row execute function ledger_refuse_change();
