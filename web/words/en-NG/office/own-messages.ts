/** The words of the messages between staff and a person, on the person's page. */
import { site } from '../../site.ts'

export const ownMessages = {
  title: 'Messages about this request',
  from: { us: (moment: string) => `${site.name}, ${moment}`, you: (moment: string) => `You, ${moment}` },
  answer: 'Your answer',
  hint: `A person at ${site.name} reads it.`,
  missing: 'Write your answer first.',
  send: 'Send your answer',
  sending: 'Sending …',
  sent: 'Sent. We will read it.',
  notSent: 'Your answer was not sent.',
  notLoaded: 'The messages about your requests could not be loaded',
}
