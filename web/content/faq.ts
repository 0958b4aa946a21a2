/**
 * Questions and answers about what this software does. If you change how it works, update the answer too.
 * Add what is specific to your organisation, such as your bank or your auditors.
 */
interface Question {
  question: string
  /** One string per paragraph. */
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
      answer: ['No. You are not asked for a name, an email or a phone number.'],
      link: { to: '/donate', text: 'Make a gift' },
    },
    {
      question: 'How can I pay, and how much?',
      answer: ['With Paystack, from ₦1 to ₦10,000,000. If you have a wallet here, you can also give from its balance.'],
    },
    {
      question: 'What is the receipt code?',
      answer: [
        'Every gift has a code of 26 letters and digits. It opens your receipt.',
        'We do not keep the code, so we cannot look it up for you. Print the receipt, or have it emailed. The tab you give in lists it until you close it, and the receipt offers to keep it on your device.',
      ],
      link: { to: '/receipts', text: 'Your receipts' },
    },
    {
      question: 'I paid, but the page says it is still checking.',
      answer: [
        'Your bank or Paystack has not confirmed the payment yet. Do not pay again; you can close the page. We check for three days, and add your gift when it is confirmed, even after that.',
      ],
    },
    {
      question: 'Can I get a refund?',
      answer: [
        'Write to us with the payment reference from your receipt. A person decides, and the money goes back the way it came.',
      ],
      link: { to: '/contact', text: 'Write to us' },
    },
    {
      question: 'Can I give every month?',
      answer: ['No. Each gift is one payment that you start.'],
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
        'Fill in one form. If the page reloads, your answers and files are still there; closing the tab deletes them, unless you choose on the form to keep them longer. Your account then shows the progress of your request.',
      ],
      link: { to: '/aid', text: 'How to ask for aid' },
    },
    {
      question: 'What does it cost to apply?',
      answer: [
        'Nothing, at any step. If someone asks you for money, a PIN or a one-time code in our name, it is not us. Please tell us about it.',
      ],
    },
    {
      question: 'How does the aid reach me?',
      answer: [
        'By bank transfer, in cash, or as a voucher, goods or a service. Your page shows each payment, and the slip and code for what you collect.',
      ],
    },
    {
      question: 'How do I tell you that it arrived, or did not?',
      answer: [
        'Answer on your page, or on any phone with the number of your slip and your code. Give the code to no one before you have received everything.',
        'If something is missing, say so. A person will contact you, and nothing more is paid for your request until it is clear what happened.',
      ],
      link: { to: '/confirm', text: 'Answer with your slip' },
    },
    {
      question: 'How do I send papers?',
      answer: [
        'Add them to the form, as photos or files. Only you and the people who review requests can open them. Do not send papers by email or in the contact form.',
      ],
    },
  ],
}

const money: QuestionGroup = {
  title: 'Money and trust',
  questions: [
    {
      question: 'Where does my gift go?',
      answer: ['In full to the fund you choose. The payment provider’s fees are recorded separately, as a cost.'],
    },
    {
      question: 'Can entries in the books be changed?',
      answer: [
        'No, the database refuses it: a correction is a new entry next to the old one. The books are checked every minute, and in full every night.',
      ],
    },
    {
      question: 'What do the figures on the home page count?',
      answer: [
        'Active donors is the number of paid gifts: two gifts from one person count as two. Funds raised is their total, less refunds. Lives impacted is not counted: we set it ourselves.',
      ],
    },
    {
      question: 'Can I see what was paid out of a fund?',
      answer: [
        'Yes, on the transparency page. Figures about people move only when at least ten households share the change.',
      ],
      link: { to: '/transparency', text: 'See the funds' },
    },
    {
      question: 'Where did my gift go?',
      answer: [
        'Your receipt shows it. Gifts are counted towards payments in the order they came in. Once ten households share them, you see the kind of aid, a range for the amount, the month, and whether the recipient confirmed it.',
        'You do not have to believe us: your browser can check it against our public log.',
      ],
      link: { to: '/log', text: 'How the log works' },
    },
    {
      question: 'Who decides what is paid?',
      answer: [
        'Two people: one proposes and another approves, for what is granted and again for each payment. Large amounts take three. No one can decide about their own request, or record for the recipient whether a payment that they approved arrived.',
        'An organisation with only one administrator can allow them to approve small payments alone: at most ₦50,000 each and ₦200,000 in seven days, after a day’s wait. The transparency page says whether it does.',
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
        'The amount, the fund, the time, and your message if you wrote one. Paystack and your bank know which card or account paid.',
      ],
    },
    {
      question: 'Do you follow me around the web?',
      answer: [
        'No. These pages have no advertising and no third-party analytics. There are two cookies, each a random number: one on the donate page, so that only your browser can repeat your request; one at sign-in, so that strangers who guess passwords do not lock you out. The checkout is loaded from Paystack, and only when you pay. The server keeps a scrambled form of your network address for up to two hours, to prevent abuse.',
      ],
    },
  ],
}

export const questionGroups: readonly QuestionGroup[] = [giving, receiving, money, privacy]
