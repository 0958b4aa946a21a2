-- The stand-in provider charges no saved cards: a payment keeps what it was made with.
drop table sandbox_authorizations;
