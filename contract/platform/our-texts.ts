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
  mission: 'We bring help from people who can give to people who need it, in naira and in the open.',
  values: [
    {
      title: 'Compassion',
      text: 'We ask people what they need, and show no one at their worst.',
    },
    {
      title: 'Impact',
      text: 'A gift has worked when the fee is paid, the roof is up, the medicine has arrived.',
    },
    {
      title: 'Community',
      text: 'Teachers, nurses and market women often know first who is short this month.',
    },
    { title: 'Global Reach', text: 'Our figures, log and software are open to anyone, anywhere.' },
  ],
  story: [
    '{organisation} was founded in 2024 with a plain question: if you give a thousand naira, where is it a week later? So the ledger came first, and the website after it.',
    'The name is Hausa for help.',
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
        'With Paystack or from a wallet here, ₦1 to ₦10,000,000. Each gift is one payment.',
      ],
      [
        'What is the receipt code?',
        'It opens your receipt. We cannot look it up: print the receipt, have it emailed, or keep it on your device.',
        '[Your receipts](/receipts)',
      ],
      [
        'I paid, but the page says it is still checking.',
        'Do not pay again; you can close the page. We add your gift as soon as your bank or Paystack confirms it.',
      ],
      ['Can I get a refund?', 'Within 30 days, unless it has been paid out.', '[How to ask for a refund](/refunds)'],
    ]),
    ...about('Receiving aid', [
      [
        'What can I ask for, and how do I get it?',
        'Asking is free: someone who asks you for money, a PIN or a one-time code in our name is not us. Only you and our reviewers can open your papers.',
        '[How to ask for aid](/aid)',
      ],
      [
        'How do I tell you that it arrived, or did not?',
        'On your page, or with the number of your slip and your code. Give the code to no one before you have received everything.',
        '[Answer with your slip](/confirm)',
      ],
    ]),
    ...about('Money and trust', [
      [
        'Where does my gift go?',
        'In full to the fund you choose; the provider’s fees are recorded apart, as a cost. Your receipt shows which payments your gift is counted towards, once ten households share them.',
        '[See the funds](/transparency)',
        '[How the log works](/log)',
      ],
      ['Can entries in the books be changed?', 'No, the database refuses it: a correction is a new entry.'],
      [
        'What do the figures on the home page count?',
        'Active donors: paid gifts; two from one person count as two. Funds raised: their total, less refunds. Lives impacted: we set it ourselves.',
      ],
      [
        'Who decides what is paid?',
        'As a rule two people, and never about their own request.',
        '[Who approves a payment](/transparency)',
      ],
    ]),
    ...about('Privacy', [
      [
        'What do you know about me when I give?',
        'Not your name. Paystack and your bank know which card or account paid.',
        '[Privacy notice](/privacy)',
      ],
      [
        'Do you follow me around the web?',
        'No. Two cookies hold a random number each: so that only your browser can repeat a gift, and so that strangers who guess passwords do not lock you out. Some servers set a third for one minute, so that you see what you just sent.',
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
      'Three of her classmates were in the same position, so the fund paid for all four, straight to the school.',
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
      'He was home after nine days. The bill was smaller than the deposit, and the hospital returned the rest to the fund.',
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
      'Bisi chose the carpenter and kept the receipts. It rained the night they finished, and the whole family slept.',
    ].join('\n\n'),
  },
  {
    title: 'Grain until the harvest',
    who: 'Ladi, Jos',
    fund: 'food',
    picture: 'grain',
    raised: '$4,500',
    text: [
      'Eleven households had sold their seed in a dry year. The food fund bought guinea corn two streets away.',
      'Ladi and two others measured it out in the open. In November each household put one bowl back, for anyone who is short next year.',
    ].join('\n\n'),
  },
]
