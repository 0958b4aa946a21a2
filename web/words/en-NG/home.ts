/** The words of the home page. */
export const home = {
  metaTitle: 'Taimako: aid in naira that shows the way it went',
  metaDescription:
    'Give to school fees, medical bills, food, shelter and emergencies in Nigeria. No account needed. Every naira is booked, and you keep a receipt.',
  title: 'Your naira, all the way to the person it was given for.',
  lead: 'Taimako is Hausa for help. Choose a fund, give any amount from ₦1, and keep a receipt that shows what became of your gift.',
  give: 'Donate',
  apply: 'Apply for Aid',
  figures: 'Taimako in figures',
  lives: 'Lives impacted',
  donors: 'Active donors',
  raised: 'Funds raised',
  doTitle: 'What we do',
  doLead: 'Six promises, the same for a gift of one thousand naira and of one million.',
  storiesTitle: 'Stories of hope',
  moreStories: 'Read the success stories',
  callTitle: 'A thousand naira is a school book.',
  call: 'It takes a minute, needs no account, and you see where it went.',
  callButton: 'Make a gift',
}
