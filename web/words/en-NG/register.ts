/** The words of the registration, as long as no accounts can be made. */
export const register = {
  metaTitle: 'Get started · Taimako',
  metaDescription:
    'Giving needs no account. Registration for aid is not open here yet; until then, write to us and a person answers.',
  title: 'Get started',
  lead: 'To give, or to ask for aid: two ways, and a person to talk to on both.',

  giveTitle: 'You want to give',
  giveLine: 'Giving needs no account',
  give: 'Choose a fund and an amount from ₦1. You stay anonymous and keep a receipt code.',
  giveButton: 'Donate',

  aidTitle: 'You need aid',
  aidLine: 'Registration is not open on this site yet',
  aid: 'We are still building accounts and the online request. Until then, tell us what you need, for whom and by when. A person answers within 24 hours.',
  aidKinds: 'You can ask for school fees, a medical bill, shelter, food or other help. Asking is free.',
  aidButton: 'Write to us',
  orCall: 'Or directly:',
}
