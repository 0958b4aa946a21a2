/** The words of the contact page. What is said after sending is the spec's. */
export const contact = {
  metaTitle: 'Contact · Taimako',
  metaDescription:
    'Write to the people behind Taimako, or call them. A person reads every message and answers within 24 hours.',
  title: 'Contact Us',
  lead: 'About a gift, a receipt or asking for aid: write to us, and a person answers.',

  formTitle: 'Write to us',
  formLead: 'Please fill in all five. We need them to answer you.',
  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
  },
  messageHint: 'For a gift, add its payment reference. Please leave the receipt code out: it is a key.',
  missing: {
    first_name: 'Please write your first name.',
    last_name: 'Please write your last name.',
    email: 'Please write your email address, so that we can answer.',
    subject: 'Please say in a few words what it is about.',
    message: 'Please write your message.',
  },
  emailIncomplete: 'Please write the whole address, such as amina@example.com.',
  send: 'Send message',
  sending: 'Sending …',

  sentTitle: 'Message sent',
  sent: "Thank you for your message! We'll get back to you within 24 hours.",
  close: 'Close',

  notSent: 'Your message is not sent yet',
  textIsKept: 'What you wrote is still in the form.',
  waitFirst: (seconds: number) =>
    `Many messages are coming from your network. Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}, then send it again.`,

  ways: 'Other ways to reach us',
  email: 'Email',
  phone: 'Phone',
  faq: 'Read the FAQ',

  noScriptTitle: 'Sending from this page needs JavaScript',
  noScript: 'Please write to us by email, or call:',
}
