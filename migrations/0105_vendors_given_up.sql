-- Since when an applicant no longer asks for the vendor that they had asked for: payouts to a vendor that were proposed before are not made.
alter table aid_applications add column vendor_given_up_at timestamptz;
