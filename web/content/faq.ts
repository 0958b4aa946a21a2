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
      answer: ['No. Choose a fund and an amount, and pay. You are not asked for a name, an email or a phone number.'],
      link: { to: '/donate', text: 'Make a gift' },
    },
    {
      question: 'How can I pay, and how much?',
      answer: [
        'With Paystack, by card, bank transfer or USSD. You can give from ₦1 to ₦10,000,000. Your card details go to Paystack and never reach us. If you have a wallet here, you can also give from its balance.',
      ],
    },
    {
      question: 'What is the receipt code?',
      answer: [
        'Every gift has a code of 26 letters and digits. It opens your receipt, which shows the amount, the fund, whether the gift is paid, being checked or refunded, and where it went.',
        'We do not keep the code, so we cannot look it up for you. The tab you give in keeps it under “Your receipts” until you close it; tick “Keep on this device” after the gift to keep it longer. You can also print the receipt, or have it emailed to you: we use the address once and do not keep it.',
      ],
      link: { to: '/receipts', text: 'Your receipts' },
    },
    {
      question: 'I paid, but the page says it is still checking.',
      answer: [
        'Your bank or Paystack has not confirmed the payment yet. You do not need to pay again, and you can close the page. We keep checking for three days. Your gift is added to the fund as soon as it is confirmed, even after that.',
      ],
    },
    {
      question: 'Can I get a refund?',
      answer: [
        'Write to us with the payment reference from your receipt. A person decides, and the money goes back through Paystack the way it came. Your receipt then says “Refunded”, and the totals go down by the same amount.',
      ],
      link: { to: '/contact', text: 'Write to us' },
    },
    {
      question: 'Can I give every month?',
      answer: ['No. Each gift is one payment that you start. We never charge you again later.'],
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
        'Fill in one form: who you are, what you need, who it is for, and how much it costs if you know. If the page reloads, your answers and files are still there; closing the tab deletes them, unless you choose on the form to keep them longer. Once you have sent it, your account shows the progress of your request.',
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
        'By bank transfer, in cash, or as a voucher, goods or a service. Your page shows what we granted, each payment and its date. If there is something to collect, the page also has the number of your slip and a code.',
      ],
    },
    {
      question: 'How do I tell you that it arrived, or did not?',
      answer: [
        'Answer on your page, or on any phone with the number of your slip and your code. Give the code to no one before you have received everything.',
        'If part of it or all of it is missing, say so. A person will contact you, and nothing more is paid for your request until it is clear what happened.',
      ],
      link: { to: '/confirm', text: 'Answer with your slip' },
    },
    {
      question: 'How do I send papers?',
      answer: [
        'Add them to the form, as photos or files: a bill, a letter from the school, a prescription. Only you and the people who review requests can open them. Do not send papers by email or in the contact form.',
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
        'It is added in full to the fund you choose: General Fund, School Fees, Emergency Relief, Shelter Support, Food Program or Medical Aid. The payment provider’s fees are recorded separately, as a cost.',
      ],
    },
    {
      question: 'Can entries in the books be changed?',
      answer: [
        'No, entries can only be added. The database refuses to change or delete them, so a correction is a new entry next to the old one. The books are checked against the gifts and the payments every minute, and in full every night.',
      ],
    },
    {
      question: 'What do the figures on the home page count?',
      answer: [
        'Active donors is the number of paid gifts: gifts are anonymous, so two gifts from one person count as two. Funds raised is their total, less refunds. Both come from the books. Lives impacted is a number that the people behind this site stand behind.',
      ],
    },
    {
      question: 'Can I see what was paid out of a fund?',
      answer: [
        'Yes. The donate page, your receipt and the transparency page show what each fund received, promised, paid out and still has. What it received is always current. The rest moves only when at least ten households share the change, because otherwise it would show what one household received.',
      ],
      link: { to: '/transparency', text: 'See the funds' },
    },
    {
      question: 'Where did my gift go?',
      answer: [
        'Your receipt shows it. Gifts are counted towards payments in the order they came in. For each payment, the receipt shows your share, the kind of aid, a range for the amount, the month, and whether the recipient confirmed it. These details appear once ten households share them, so that no one can be picked out.',
        'You do not have to believe us: your browser can check on the receipt that the gift and its payments are in our public log.',
      ],
      link: { to: '/log', text: 'How the log works' },
    },
    {
      question: 'Who decides what is paid?',
      answer: [
        'Two people: one proposes and another approves, for what is granted and again for each payment. Large amounts take three. No one can decide about their own request, and the database refuses it too.',
        'There is one exception. An organisation with only one administrator can allow them to approve small payments alone: at most ₦50,000 each and ₦200,000 in seven days, after a day’s wait. The transparency page says so if it is allowed here, and how many payments one person approved.',
        'Then we ask the person who received it. No one who proposed or approved the payment may record the answer for them.',
      ],
    },
    {
      question: 'What does “sandbox” at the top of the page mean?',
      answer: [
        'This copy of the site is for trying things out. Its checkout is a test version, and no real money moves. Without that notice, payments are real.',
      ],
    },
    {
      question: 'Who can check the software?',
      answer: [
        'Anyone. It is open source under the AGPL-3.0 licence: an organisation that runs it for others must let them read it, including every change.',
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
        'The amount, the fund, the time, and your message if you wrote one. We give Paystack a placeholder email address instead of yours. As with any payment, Paystack and your bank know which card or account paid.',
      ],
    },
    {
      question: 'Who can open my receipt?',
      answer: [
        'Anyone with its code. Treat the code, and the address of the receipt, like a password: do not post them anywhere. The receipt itself does not show your name.',
      ],
    },
    {
      question: 'What happens to a message that I send you?',
      answer: [
        'We store it with the name and address you gave, and email it to our support team. It does not appear in our logs. Ask us if you want us to delete it.',
      ],
    },
    {
      question: 'Do you follow me around the web?',
      answer: [
        'No. These pages have no advertising and no third-party analytics. There are two cookies, each a random number: the donate page keeps one until you close the browser, so that only your browser can repeat your request; signing in keeps one, so that strangers who guess passwords do not lock you out. The checkout is loaded from Paystack, and only when you pay. The server keeps a scrambled form of your network address for up to two hours, to prevent abuse.',
      ],
    },
  ],
}

export const questionGroups: readonly QuestionGroup[] = [giving, receiving, money, privacy]
