-- Money that came to our account at the provider without a payment that we opened (server/payments/unexpected.ts).
alter table payment_intents drop constraint payment_intents_purpose_check;
alter table payment_intents add constraint payment_intents_purpose_check
  check (purpose in ('donation', 'top_up', 'unexpected'));
-- The limits are those of a gift. What comes by itself has any amount.
alter table payment_intents drop constraint payment_intents_amount_check;
alter table payment_intents add constraint payment_intents_amount_check
  check (amount between 100 and 1000000000 or (purpose = 'unexpected' and amount > 0));
