/** The demo's people and how far each request has come. Made up: names, telephone numbers and stories belong to no one. */
import type { ApplicationType, Urgency } from '../../../contract/aid/application-fields.ts'
import type { DisbursementKind } from '../../../contract/aid/payout-fields.ts'
import type { DemoPaper } from './demo-papers.ts'

/** How far a request has come. After `sent`, the result of the payment. */
export const DEMO_ENDINGS = [
  'pending',
  'under_review',
  'papers',
  'answered',
  'rejected',
  'approved',
  'award_proposed',
  'award_cancelled',
  'granted',
  'payment_proposed',
  'payment_cancelled',
  'released',
  'failed',
  'sent',
  'confirmed',
  'disputed',
  'returned',
  'loss_proposed',
  'lost',
] as const
export type DemoEnding = (typeof DEMO_ENDINGS)[number]

export interface DemoPerson {
  readonly name: string
  readonly type: ApplicationType
  readonly urgency: Urgency
  readonly naira: number
  readonly text: string
  readonly daysAgo: number
  readonly ending: DemoEnding
  /** Bank transfer made by hand unless named. */
  readonly kind?: DisbursementKind
  /** Only for a `bank` payment: their own account, whose name is theirs in the sandbox. Without it their school is paid. */
  readonly account?: string
  readonly item?: string
  readonly papers?: readonly DemoPaper[]
  /** Whose it is, or until when it is set aside. */
  readonly desk?: 'halima' | 'rashida' | 'bilkisu' | 'snoozed' | 'snoozed_to_a_day'
  /** Femi and Ladi pay it, so that Halima and Musa are among those who call about it. */
  readonly paidByOthers?: true
  /** Whose telephone they use. With `linked`, Halima knows that the two live together. */
  readonly shares?: { readonly phoneOf: string; readonly linked: boolean }
}

/** Whose sign-in is printed, and whose payment waits for an answer. */
export const DEMO_RECIPIENT = 'Amina Yusuf'

const stories: readonly DemoPerson[] = [
  {
    name: DEMO_RECIPIENT,
    type: 'schoolfees',
    urgency: 'high',
    naira: 30_000,
    text: 'School fees for my daughter in JSS 2. The term has begun.',
    daysAgo: 3,
    ending: 'sent',
  },
  {
    ...person('Chinedu Okafor', 'medical_fee', 'critical', 45_000, 'The hospital asks for a deposit.', 0.2, 'pending'),
    papers: [paper('Deposit slip', 'Kano General Ward 4', 'Deposit before admission: NGN 45,000')],
  },
  {
    ...person('Bisi Adeyemi', 'shelter', 'high', 38_000, 'The storm took part of our roof.', 0.5, 'pending'),
    desk: 'rashida',
  },
  {
    ...person('Ngozi Eze', 'schoolfees', 'medium', 120_000, 'Fees of three children for one term.', 1, 'under_review'),
    papers: [
      paper('Fee bill', 'Model School Enugu, second term', 'Three pupils, NGN 40,000 each: NGN 120,000'),
      paper('School report', 'Model School Enugu', 'All three children were promoted.'),
    ],
    // Until she answered: it can be set aside to that day again.
    desk: 'snoozed_to_a_day',
  },
  person('Yakubu Danladi', 'financial_aid', 'low', 25_000, 'Stock for my kiosk after the flood.', 2, 'papers'),
  person('Ife Balogun', 'other', 'low', 500_000, 'A car for my business.', 9, 'rejected'),
  person('Hauwa Bello', 'medical_fee', 'high', 48_000, 'Dialysis for my mother, two sessions.', 2, 'approved'),
  person('Emeka Nwosu', 'schoolfees', 'high', 40_000, 'WAEC fees for my son.', 2, 'award_proposed'),
  // Above ₦500,000 three people are needed.
  person('Zainab Sule', 'medical_fee', 'critical', 620_000, 'An operation in Kaduna.', 3, 'award_proposed'),
  person('Tunde Ojo', 'shelter', 'medium', 35_000, 'Two months of rent.', 20, 'award_cancelled'),
  person('Maryam Garba', 'shelter', 'high', 42_000, 'Zinc and timber for our room.', 4, 'granted'),
  person('Obinna Uche', 'schoolfees', 'medium', 28_000, 'Fees and books for my niece.', 4, 'payment_proposed'),
  person('Kemi Alabi', 'financial_aid', 'medium', 22_000, 'Rent after I lost my work.', 12, 'payment_cancelled'),
  { ...person('Sani Lawal', 'financial_aid', 'high', 20_000, 'Transport and food.', 4, 'released'), kind: 'cash' },
  {
    ...person('Grace Effiong', 'food', 'high', 36_000, 'We are seven at home.', 4, 'released'),
    kind: 'goods',
    item: '2 bags of rice, 25 kg each, and 5 litres of oil',
  },
  { ...person('Ladi Bitrus', 'schoolfees', 'medium', 26_000, 'Fees for my two sons.', 45, 'sent'), paidByOthers: true },
  {
    ...person('Efe Oghene', 'medical_fee', 'high', 31_000, 'Drugs for three months.', 12, 'disputed'),
    paidByOthers: true,
  },
  person('Aisha Umar', 'schoolfees', 'medium', 24_000, 'School fees. The school has closed.', 25, 'returned'),
  person('Peter Gyang', 'shelter', 'medium', 33_000, 'Our wall fell down.', 30, 'loss_proposed'),
  person('Ruth Danjuma', 'financial_aid', 'medium', 18_000, 'Money for the market.', 60, 'lost'),
  {
    ...person('Ibrahim Bello', 'shelter', 'high', 32_000, 'Blocks for the wall that fell.', 3, 'failed'),
    kind: 'bank',
    account: '0123456786',
  },
  {
    ...person('Tunde Adeyemi', 'schoolfees', 'medium', 37_000, 'The school asks for two terms.', 2, 'payment_proposed'),
    kind: 'bank',
  },
  // The last bank payment: a sent one is polled, which must not happen while the demo sends another.
  {
    ...person('Helen Danjuma', 'medical_fee', 'high', 29_000, 'Glasses and drops for both eyes.', 2.5, 'sent'),
    kind: 'bank',
    account: '0123456788',
  },
]

/** They fill the views of the queue: late, assigned, set aside, answered. */
const waiting: readonly DemoPerson[] = [
  {
    ...person(
      'Rashida Aliyu',
      'medical_fee',
      'critical',
      52_000,
      'Insulin and a cool box for two months.',
      5,
      'pending',
    ),
    papers: [paper('Prescription', 'Insulin, two months', 'Chemist: NGN 52,000')],
    shares: { phoneOf: 'Hauwa Bello', linked: false },
  },
  {
    ...person('Samuel Okorie', 'schoolfees', 'high', 33_000, 'Second term fees. The bill is here.', 3, 'pending'),
    papers: [paper('Fee bill', 'Community School Aba, second term', 'Fees and books: NGN 33,000')],
    desk: 'halima',
    shares: { phoneOf: 'Obinna Uche', linked: true },
  },
  {
    ...person('Blessing Ita', 'food', 'high', 15_000, 'I nurse, and my husband has lost his work.', 1.5, 'pending'),
    desk: 'rashida',
  },
  {
    ...person('Yusuf Lawan', 'shelter', 'medium', 60_000, 'Rent for the rainy season.', 4, 'under_review'),
    papers: [paper('Letter of the landlord', 'Rent for six months', 'To pay by the end of the month: NGN 60,000')],
    desk: 'snoozed',
  },
  {
    ...person('Chiamaka Obi', 'medical_fee', 'high', 27_000, 'A fracture of my arm. I cannot sew.', 3, 'answered'),
    papers: [paper('Hospital bill', 'Plaster and two visits', 'NGN 27,000')],
  },
  person('Dauda Garba', 'financial_aid', 'low', 40_000, 'Seed for my field before the rain.', 2, 'pending'),
  {
    ...person('Titi Adebayo', 'schoolfees', 'medium', 45_000, 'Fees for my sister in SS 1.', 0.3, 'pending'),
    papers: [paper('Fee bill', 'Grammar School Ibadan, second term', 'Fees: NGN 45,000')],
    desk: 'bilkisu',
  },
]

function paper(label: string, ...lines: string[]): DemoPaper {
  return { label, name: `${label.toLowerCase().replaceAll(' ', '-')}.pdf`, lines: [label, ...lines] }
}

function person(
  name: string,
  type: ApplicationType,
  urgency: Urgency,
  naira: number,
  text: string,
  daysAgo: number,
  ending: DemoEnding,
): DemoPerson {
  return { name, type, urgency, naira, text, daysAgo, ending }
}

/** Enough households of one fund that its public figures show them. */
const households: readonly DemoPerson[] = [
  'Abigail Musa',
  'Bashir Idris',
  'Comfort Udo',
  'Daniel Akpan',
  'Esther John',
  'Fatima Abubakar',
  'Gideon Pam',
  'Halimat Sani',
  'Ibrahim Tanko',
  'Joy Okon',
  'Khadija Isa',
  'Lydia Bala',
].map((name, place) => ({
  name,
  type: 'food',
  urgency: 'medium',
  // In one amount band, and within two weeks, so that ten households share a description.
  naira: 12_000 + 500 * place,
  text: 'Food until the harvest.',
  daysAgo: 70 - place,
  ending: 'confirmed',
  kind: 'goods',
  item: 'A bag of rice, 25 kg',
}))

export const demoPeople: readonly DemoPerson[] = [...households, ...stories, ...waiting]

/** `amina.yusuf@mail.example` */
export const demoEmail = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@mail.example`
