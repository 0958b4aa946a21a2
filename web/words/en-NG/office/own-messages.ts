/** The words of the messages between staff and a person, on the person's page. */

export const ownMessages = {
  title: 'Messages about this request',
  from: { us: (moment: string) => `Taimako, ${moment}`, you: (moment: string) => `You, ${moment}` },
  answer: 'Your answer',
  hint: 'A person at Taimako reads it.',
  missing: 'Write your answer first.',
  send: 'Send your answer',
  sending: 'Sending …',
  sent: 'Sent. We will read it.',
  notSent: 'Your answer was not sent.',
}
