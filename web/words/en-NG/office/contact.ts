/** The words of the contact page. `sent` is the spec's text. */
import { site } from '../../site.ts'
export const contact = {
  metaTitle: 'Contact',
  metaDescription: `Email or call the people behind ${site.name}. A person reads every message.`,
  title: 'Contact Us',
  lead: 'About a gift, a receipt or a request for aid.',

  languages: site.languages.length === 0 ? '' : `We speak ${site.languages.join(', ')}.`,
  complain: 'Complain, also without your name',

  formTitle: 'Write to us',
  formLead: 'All five fields are required.',
  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
  },
  messageHint: 'If it is about a gift, add its payment reference, never your receipt code.',
  missing: {
    first_name: 'Enter your first name.',
    last_name: 'Enter your last name.',
    email: 'Enter your email address, so that we can reply.',
    subject: 'Enter a subject.',
    message: 'Enter your message.',
  },
  emailIncomplete: 'Enter a full email address, such as amina@example.com.',
  send: 'Send message',
  sending: 'Sending …',

  sentTitle: 'Message sent',
  sent: "Thank you for your message! We'll get back to you within 24 hours.",
  close: 'Close',

  notSent: 'Your message has not been sent yet',
  textIsKept: 'Your text is still in the form.',
  waitFirst: (seconds: number) =>
    `We have received many messages from your network. Wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}, then send it again.`,

  ways: 'Other ways to reach us',
  email: 'Email',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
  faq: 'Read the FAQ',

  // The answer to the form without the page's script
  goBack: 'Go back to the form: your text is still in it.',
  home: 'Back to Home',
}
