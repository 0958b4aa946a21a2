/** The words of /claim, where a person gets what staff entered for them onto their own account. */
export const claiming = {
  metaTitle: 'Add a request that staff entered',
  title: 'Add a request that we entered for you',
  lead: 'Did you tell our staff what you need, in person or by telephone? You can follow it here, with your own account.',
  needsScript: 'You need JavaScript to use this page. Call or write to us instead:',
  signInTitle: 'Sign in first',
  signInLead:
    'You need an account to follow your request. If you have none, create one: it takes your email and a password. Keep the text message: we ask for its code next.',
  signIn: 'Sign in or create an account',
  formTitle: 'Your slip and your code',
  caseNumber: 'Case number',
  caseHint: 'On your slip and in the text message, such as T-10452-0381-3.',
  caseMissing: 'Enter your case number.',
  code: 'Code',
  codeHint: '8 digits, in our text message to the number that you gave us.',
  codeMissing: 'Enter your code.',
  codeIncomplete: 'A code has 8 digits.',
  claim: 'Add it to my account',
  claiming: 'Adding …',
  notClaimed: 'Nothing was added',
  refused:
    'This case number and this code do not belong together, or the code is no longer valid. Check both. A code is valid for 24 hours, and after 5 wrong ones you need a new one.',
  claimed: 'Added to your account',
  claimedMore: (requests: number) =>
    requests === 1 ? 'You can follow your request here.' : `You can follow your ${requests} requests here.`,
  already: 'It was on your account already.',

  askTitle: 'No code yet?',
  askLead:
    'We text a code to the number that you gave our staff. Enter your case number first. If yours is short, such as T-10452-7, call us: our staff send the code.',
  ask: 'Text me a code',
  asking: 'Sending …',
  asked:
    'If this case number can be added to an account, a code is on its way to the number that you gave us. It can take a minute. We send one a day; if it does not arrive, call us, and our staff send another.',
  notAsked: 'No code was sent',
  noTexts: 'We send no text messages at the moment, so a request cannot be added here. Call or write to us.',
  otherTelephone: 'Has your number changed? Call or write to us. We never ask for this code.',
  page: 'Go to your requests',
}
