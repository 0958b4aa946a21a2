/**
 * Questions and answers: what this software does, said plainly. Whoever changes how it works changes the answer with it.
 * An adopter adds what is theirs, such as the name of their bank or of their auditors.
 */
interface Question {
  question: string
  /** A paragraph each. */
  answer: readonly string[]
  link?: { to: string; text: string }
}

interface QuestionGroup {
  title: string
  questions: readonly Question[]
}

const giving: QuestionGroup = {
  title: 'Giving',
  questions: [
    {
      question: 'Do I need an account to give?',
      answer: ['No. Choose a fund and an amount, and pay. You are not asked for a name, an email or a phone number.'],
      link: { to: '/donate', text: 'Make a gift' },
    },
    {
      question: 'How can I pay, and how much?',
      answer: [
        'Through Paystack, by card, bank transfer or USSD. A gift is at least ₦1 and at most ₦10,000,000. Your card details go to Paystack and never reach us.',
      ],
    },
    {
      question: 'What is the receipt code?',
      answer: [
        'Every gift has a code of 26 letters and digits. It opens your receipt, which shows the amount, the fund and whether the gift is paid, being checked or given back.',
        'We do not keep the code, so nobody can look it up for you. Write it down, or print the receipt.',
      ],
    },
    {
      question: 'I paid, but the page says it is still checking.',
      answer: [
        'Then your bank or Paystack has not told us yet. You need not pay again, and you may close the page. We keep asking for three days, and the gift is booked as soon as the answer comes, even when it comes later.',
      ],
    },
    {
      question: 'Can I have my gift back?',
      answer: [
        'Write to us with the payment reference from your receipt. People decide, and the money goes back through Paystack the way it came. Your receipt then reads “Given back”, and the figures are lowered by the same amount.',
      ],
      link: { to: '/contact', text: 'Write to us' },
    },
    {
      question: 'Can I give every month?',
      answer: ['Not by itself. Each gift is one payment that you start, and nothing is charged later.'],
    },
  ],
}

const receiving: QuestionGroup = {
  title: 'Receiving aid',
  questions: [
    {
      question: 'What can I ask for?',
      answer: ['School fees, a medical bill, shelter, food, financial aid, or something else that you describe to us.'],
    },
    {
      question: 'How do I apply?',
      answer: [
        'Fill in one form: who you are, what you need, for whom, and how much if you know it. What you write is kept on your device until it is sent, and your account then shows where your request is.',
      ],
      link: { to: '/register', text: 'Ask for aid' },
    },
    {
      question: 'What does it cost to apply?',
      answer: [
        'Nothing, at any step. If somebody asks you for money, a PIN or a one-time code in our name, it is not us. Please tell us about it.',
      ],
    },
    {
      question: 'How do I send papers?',
      answer: [
        'Add them to the form, as photos or files: a bill, a letter of the school, a prescription. Only you and the people who review requests can open them. Please do not send papers by email or in the contact form.',
      ],
    },
  ],
}

const money: QuestionGroup = {
  title: 'Money and trust',
  questions: [
    {
      question: 'Where does my gift go?',
      answer: [
        'It is booked in full to the fund that you chose: General Fund, School Fees, Emergency Relief, Shelter Support, Food Program or Medical Aid. What the payment provider charges is booked apart from it, as a cost.',
      ],
    },
    {
      question: 'Can entries in the books be changed?',
      answer: [
        'They are only ever added. The database refuses to change or delete one, so a correction is a new entry beside the old one. Every minute the books check themselves against the gifts and the payments, and each night in full.',
      ],
    },
    {
      question: 'What do the figures on the home page count?',
      answer: [
        'Active donors counts the gifts that were paid: gifts are anonymous, so two by one person count as two. Funds raised is their sum, less what was given back. Both come from the books. Lives impacted is a number that the people behind this site stand for.',
      ],
    },
    {
      question: 'Can I see what was paid out of a fund?',
      answer: [
        'Not on this site yet. Paying out will be booked together with the request that it answers, once registration is open. Until then, ask us.',
      ],
    },
    {
      question: 'What does “sandbox” at the foot of the page mean?',
      answer: [
        'That this copy is for trying things out: its checkout is a stand-in, and no real money moves. Without that strip, payments are real.',
      ],
    },
    {
      question: 'Who can check the software?',
      answer: [
        'Anyone. It is open source under the licence AGPL-3.0: whoever runs it for others has to let them read it, with every change.',
      ],
    },
  ],
}

const privacy: QuestionGroup = {
  title: 'Privacy',
  questions: [
    {
      question: 'What do you know about me when I give?',
      answer: [
        'The amount, the fund, the time, and the message if you wrote one. Paystack gets a made-up email address in place of yours. As with any payment, Paystack and your bank know the card or the account that paid.',
      ],
    },
    {
      question: 'Who can open my receipt?',
      answer: [
        'Whoever has its code. So treat the code, and the address of the receipt, like a key: do not post it anywhere. The receipt itself names nobody.',
      ],
    },
    {
      question: 'What happens to a message that I send you?',
      answer: [
        'It is stored here with the name and the address that you gave, and mailed to our support. It does not appear in the logs. Ask us if you want it deleted.',
      ],
    },
    {
      question: 'Do you follow me around the web?',
      answer: [
        'No. There are no cookies, no advertising and no outside statistics on these pages. Only the checkout is loaded from Paystack, and only when you pay. The server keeps a scrambled form of your network address for up to two hours, to hold off floods.',
      ],
    },
  ],
}

export const questionGroups: readonly QuestionGroup[] = [giving, receiving, money, privacy]
