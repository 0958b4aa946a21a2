-- Drops the saved cards of the stand-in provider: a payment keeps its own card.
drop table sandbox_authorizations;
