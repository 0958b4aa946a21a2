/** Texts that stand until an organisation has published others: the spec's, and examples. `{organisation}` is its name. */
import type { DonationType } from '../money/funds.ts'
import { ourPolicies } from './our-policies.ts'
import type { SentTexts, Texts } from './texts.ts'

const language = 'en' as const

export const ourHome: NonNullable<Texts['home']> = {
  language,
  title: 'Give in naira, and check where it goes.',
  lead: 'Choose a fund and give any amount from ₦1. Your receipt shows where your gift went.',
  call_title: 'A thousand naira is a school book.',
  call: 'You can give without an account.',
}

/** Pages fill in `{amount}` and `{fund}`. */
export const ourThanks: NonNullable<Texts['thanks']> = {
  language,
  title: 'Thank You for Your Donation!',
  text: '{amount} has been added to {fund}.',
}

export const ourAbout: NonNullable<Texts['about']> = {
  language,
  lead: 'Why we exist, and what we believe in.',
  mission:
    'We bring help from people who can give to people who need it: in naira, in the open, and with every gift recorded.',
  values: [
    {
      title: 'Compassion',
      text: 'We ask people what they need. You do not have to plead here, and we do not show people at their worst.',
    },
    {
      title: 'Impact',
      text: 'A gift has worked when the fee is paid, the roof is up, the medicine has arrived. Until then it is a number, and we say so.',
    },
    {
      title: 'Community',
      text: 'Teachers, nurses and market women often know first who is short this month, and tell them about us.',
    },
    { title: 'Global Reach', text: 'Our figures, our log and our software are open to anyone, wherever they are.' },
  ],
  story: [
    '{organisation} was founded in 2024 with a plain question: if you give a thousand naira, where is it a week later? Most of us who had given could not say.',
    'So the ledger came first, and the website after it. Every gift is recorded in the fund it was given for, and so is every payment from it, and the person who receives one tells us whether it arrived.',
    'The name is Hausa for help. Any organisation can run the software under its own name.',
  ].join('\n\n'),
}

/** A question, then its answer by paragraphs. */
type Asked = readonly [question: string, ...answer: string[]]

const about = (topic: string, asked: readonly Asked[]) =>
  asked.map(([question, ...answer]) => ({ topic, question, answer: answer.join('\n\n') }))

/** Describes this software: update the answers when its behaviour changes. */
export const ourFaq: NonNullable<Texts['faq']> = {
  language,
  questions: [
    ...about('Giving', [
      ['Do I need an account to give?', 'No, nor a name, an email or a phone number.', '[Make a gift](/donate)'],
      [
        'How can I pay, and how much?',
        'With Paystack or from a wallet here, ₦1 to ₦10,000,000. Each gift is one payment that you start.',
      ],
      [
        'What is the receipt code?',
        '26 letters and digits that open your receipt. We do not keep it, so we cannot look it up. Print the receipt, have it emailed, or keep it on your device.',
        '[Your receipts](/receipts)',
      ],
      [
        'I paid, but the page says it is still checking.',
        'Your bank or Paystack has not confirmed the payment yet. Do not pay again; you can close the page. We add your gift as soon as it is confirmed.',
      ],
      [
        'Can I get a refund?',
        'Write to us with the payment reference from your receipt. A person decides, and the money goes back the way it came.',
        '[Write to us](/contact)',
      ],
    ]),
    ...about('Receiving aid', [
      [
        'What can I ask for, and how?',
        'School fees, a medical bill, shelter, food, money, or something else that you describe. Fill in one form, with photos or files of your papers; only you and our reviewers can open them.',
        '[How to ask for aid](/aid)',
      ],
      [
        'What does it cost to apply?',
        'Nothing, at any step. Someone who asks you for money, a PIN or a one-time code in our name is not us. Please tell us.',
      ],
      [
        'How does the aid reach me?',
        'By bank transfer, in cash, or as a voucher, goods or a service. Your page shows each payment, and the slip and code for what you collect.',
      ],
      [
        'How do I tell you that it arrived, or did not?',
        'Answer on your page, or on any phone with the number of your slip and your code. Give the code to no one before you have received everything. If something is missing, a person contacts you.',
        '[Answer with your slip](/confirm)',
      ],
    ]),
    ...about('Money and trust', [
      [
        'Where does my gift go?',
        'In full to the fund you choose; the provider’s fees are recorded apart, as a cost. Your receipt shows which payments your gift is counted towards, once ten households share them. Your browser can check it against our public log.',
        '[See the funds](/transparency)',
        '[How the log works](/log)',
      ],
      [
        'Can entries in the books be changed?',
        'No, the database refuses it: a correction is a new entry. The books are checked every minute, and in full every night.',
      ],
      [
        'What do the figures on the home page count?',
        'Active donors: paid gifts; two from one person count as two. Funds raised: their total, less refunds. Lives impacted: we set it ourselves.',
      ],
      [
        'Who decides what is paid?',
        'Two people, for what is granted and again for each payment; large amounts take three. No one decides about their own request. Where one administrator may approve small payments alone, the transparency page says so.',
      ],
    ]),
    ...about('Privacy', [
      [
        'What do you know about me when I give?',
        'The amount, the fund, the time, and your message if you wrote one. Paystack and your bank know which card or account paid.',
      ],
      [
        'Do you follow me around the web?',
        'No advertising, no third-party analytics. Two cookies hold a random number each: so that only your browser can repeat a gift, and so that strangers who guess passwords do not lock you out. The server keeps a scrambled form of your network address for up to two hours, to prevent abuse.',
      ],
    ]),
  ],
}

/** Invented examples, which the server does not count. */
export const ourFigures: NonNullable<Texts['figures']> = {
  language: 'en',
  stories: [
    { figure: '147', name: 'Success stories' },
    { figure: '$2.1M', name: 'Total raised' },
    { figure: '50+', name: 'Countries' },
    { figure: '95%', name: 'Success rate' },
  ],
  about: [
    { figure: '50+', name: 'Countries' },
    { figure: '95%', name: 'Success rate' },
  ],
}

/** Texts that are not set are ours. */
export const withOurTexts = ({ home, about, faq, thanks, figures, privacy, terms, refunds }: SentTexts) => ({
  home: home ?? ourHome,
  about: about ?? ourAbout,
  faq: faq ?? ourFaq,
  thanks: thanks ?? ourThanks,
  figures: figures ?? ourFigures,
  privacy: privacy ?? ourPolicies.privacy,
  terms: terms ?? ourPolicies.terms,
  refunds: refunds ?? ourPolicies.refunds,
})

interface OurStory {
  readonly title: string
  readonly who: string
  readonly fund: DonationType
  /** Names a drawing (web/features/site/story-card.tsx). */
  readonly picture: string
  readonly raised: string
  readonly text: string
}

/** Invented examples, for organisations without stories of their own. */
export const ourStories: readonly OurStory[] = [
  {
    title: 'Back in class by Monday',
    who: 'Amina, Kano',
    fund: 'school',
    picture: 'school',
    raised: '$2,500',
    text: [
      'Her second-term fees were two weeks late. The school had them on Friday; she sat her exams with the others.',
      'Three of her classmates were in the same position, so the fund paid for all four of them, straight to the school. Amina came second in mathematics. She says she is not finished yet.',
    ].join('\n\n'),
  },
  {
    title: 'The operation came first',
    who: 'Chukwuemeka, Enugu',
    fund: 'medical',
    picture: 'hospital',
    raised: '$3,200',
    text: [
      'The hospital asked for a deposit his family did not have. The medical fund paid it the same evening.',
      'He was home after nine days and back at his bench in the motor park after six weeks. The last bill was smaller than the deposit, and the hospital returned the rest to the fund.',
    ].join('\n\n'),
  },
  {
    title: 'A roof before the rains',
    who: 'Bisi, Ibadan',
    fund: 'shelter',
    picture: 'roof',
    raised: '$1,800',
    text: [
      'A storm took the roof of the house she shares with four children. New sheets were up before the next one.',
      'Bisi chose the carpenter and kept the receipts. Her neighbours carried the sheets up, and her eldest held the ladder. It rained the night they finished, and the whole family slept.',
    ].join('\n\n'),
  },
  {
    title: 'Grain until the harvest',
    who: 'Ladi, Jos',
    fund: 'food',
    picture: 'grain',
    raised: '$4,500',
    text: [
      'Eleven households had sold their seed to get through a dry year. The food fund bought guinea corn two streets away.',
      'Ladi and two others measured it out by household, in the open, with the list on the wall. They planted in June. In November each household put one bowl back, for anyone who is short next year.',
    ].join('\n\n'),
  },
]
