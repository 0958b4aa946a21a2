/** The demo's staff and people, and how far each request has come. Made up: names, telephone numbers and stories belong to no one. */
import type { ApplicationType, Urgency } from '../../../contract/aid/application-fields.ts'
import type { IntakeChannel } from '../../../contract/aid/handling-fields.ts'
import type { PayoutKind } from '../../../contract/aid/payout-fields.ts'
import type { StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { DemoPaper } from './papers.ts'

/** Halima proposes, Musa approves and hands over, Ladi calls; the others show what each role sees. Bilkisu is away, with work to hand over. */
export const STAFF = {
  halima: ['Halima Musa', 'administrator'],
  musa: ['Musa Adamu', 'administrator'],
  ladi: ['Ladi Pam', 'administrator'],
  rashida: ['Rashida Bello', 'reviewer'],
  femi: ['Femi Adeyemi', 'finance'],
  sarah: ['Sarah Okafor', 'caller'],
  chidi: ['Chidi Eze', 'auditor'],
  bilkisu: ['Bilkisu Tanko', 'reviewer'],
} as const satisfies Readonly<Record<string, readonly [fullName: string, role: StaffRole]>>

export type DemoMember = keyof typeof STAFF

export const staffEmail = (member: string) => `${member}@taimako.example`
/** `amina.yusuf@mail.example` */
export const demoEmail = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@mail.example`

/** How far a request has come. After `sent`, the result of the payment. */
const ENDINGS = [
  'pending',
  'under_review',
  'papers',
  'answered',
  'rejected',
  'appealed',
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
type Ending = (typeof ENDINGS)[number]

/** Whether a request that ends so passes a step. */
export const reaches = (ending: Ending, step: Ending) => ENDINGS.indexOf(ending) >= ENDINGS.indexOf(step)

interface Story {
  readonly name: string
  readonly type: ApplicationType
  readonly urgency: Urgency
  readonly naira: number
  readonly text: string
  readonly daysAgo: number
  readonly ending: Ending
}

interface Details {
  /** Bank transfer made by hand unless named. */
  readonly kind?: PayoutKind
  /** Only for a `bank` payment: their own account, whose name is theirs in the sandbox. Without it their school is paid. */
  readonly account?: string
  readonly item?: string
  readonly papers?: readonly DemoPaper[]
  /** Whose it is, or until when it is set aside. */
  readonly desk?: 'halima' | 'rashida' | 'bilkisu' | 'waits' | 'waits_until_a_day'
  /** Femi and Ladi pay it, so that Halima and Musa are among those who call about it. */
  readonly paidByOthers?: true
  /** Whose telephone they use. With `linked`, Halima knows that the two live together. */
  readonly shares?: { readonly phoneOf: string; readonly linked: boolean }
}

export interface DemoPerson extends Story, Details {
  readonly phone: string
  readonly address: string
  readonly bio: string
}

/** Whose sign-in is printed, and whose payment waits for an answer. */
export const DEMO_RECIPIENT = 'Amina Yusuf'

const story = (
  name: string,
  type: ApplicationType,
  urgency: Urgency,
  naira: number,
  text: string,
  daysAgo: number,
  ending: Ending,
): Story => ({ name, type, urgency, naira, text, daysAgo, ending })

/** Enough households of one fund, in one amount band and within two weeks, that its public figures show them. */
const households = [
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
].map((name, place) =>
  story(name, 'food', 'medium', 12_000 + 500 * place, 'Food until the harvest.', 70 - place, 'confirmed'),
)
const OF_HOUSEHOLD: Details = { kind: 'goods', item: 'A bag of rice, 25 kg' }

const stories: readonly Story[] = [
  story(DEMO_RECIPIENT, 'schoolfees', 'high', 30_000, 'Fees for my daughter in JSS 2. The term has begun.', 3, 'sent'),
  story('Chinedu Okafor', 'medical_fee', 'critical', 45_000, 'The hospital asks for a deposit.', 0.2, 'pending'),
  story('Bisi Adeyemi', 'shelter', 'high', 38_000, 'The storm took part of our roof.', 0.5, 'pending'),
  story('Ngozi Eze', 'schoolfees', 'medium', 120_000, 'Fees of three children for one term.', 1, 'under_review'),
  story('Yakubu Danladi', 'financial_aid', 'low', 25_000, 'Stock for my kiosk after the flood.', 2, 'papers'),
  story('Ife Balogun', 'other', 'low', 500_000, 'A car for my business.', 9, 'rejected'),
  story('Hadiza Kabir', 'other', 'medium', 60_000, 'A sewing machine for my work.', 6, 'appealed'),
  story('Hauwa Bello', 'medical_fee', 'high', 48_000, 'Dialysis for my mother, two sessions.', 2, 'approved'),
  story('Emeka Nwosu', 'schoolfees', 'high', 40_000, 'WAEC fees for my son.', 2, 'award_proposed'),
  // Above ₦500,000 three people are needed.
  story('Zainab Sule', 'medical_fee', 'critical', 510_000, 'An operation in Kaduna.', 3, 'award_proposed'),
  story('Tunde Ojo', 'shelter', 'medium', 35_000, 'Two months of rent.', 20, 'award_cancelled'),
  story('Maryam Garba', 'shelter', 'high', 42_000, 'Zinc and timber for our room.', 4, 'granted'),
  story('Obinna Uche', 'schoolfees', 'medium', 28_000, 'Fees and books for my niece.', 4, 'payment_proposed'),
  story('Kemi Alabi', 'financial_aid', 'medium', 22_000, 'Rent after I lost my work.', 12, 'payment_cancelled'),
  story('Sani Lawal', 'financial_aid', 'high', 20_000, 'Transport and food.', 4, 'released'),
  story('Grace Effiong', 'food', 'high', 36_000, 'We are seven at home.', 4, 'released'),
  story('Ladi Bitrus', 'schoolfees', 'medium', 26_000, 'Fees for my two sons.', 45, 'sent'),
  story('Efe Oghene', 'medical_fee', 'high', 31_000, 'Drugs for three months.', 12, 'disputed'),
  story('Aisha Umar', 'schoolfees', 'medium', 24_000, 'School fees. The school has closed.', 25, 'returned'),
  story('Peter Gyang', 'shelter', 'medium', 33_000, 'Our wall fell down.', 30, 'loss_proposed'),
  story('Ruth Danjuma', 'financial_aid', 'medium', 18_000, 'Money for the market.', 60, 'lost'),
  story('Ibrahim Bello', 'shelter', 'high', 32_000, 'Blocks for the wall that fell.', 3, 'failed'),
  story('Tunde Adeyemi', 'schoolfees', 'medium', 37_000, 'The school asks for two terms.', 2, 'payment_proposed'),
  // The last bank payment: a sent one is polled, which must not happen while the demo sends another.
  story('Helen Danjuma', 'medical_fee', 'high', 19_000, 'Glasses and drops for both eyes.', 2.5, 'sent'),
  // They fill the views of the queue: late, assigned, set aside, answered.
  story('Rashida Aliyu', 'medical_fee', 'critical', 52_000, 'Insulin and a cool box for two months.', 5, 'pending'),
  story('Samuel Okorie', 'schoolfees', 'high', 33_000, 'Second term fees. The bill is here.', 3, 'pending'),
  story('Blessing Ita', 'food', 'high', 15_000, 'I nurse, and my husband has lost his work.', 1.5, 'pending'),
  story('Yusuf Lawan', 'shelter', 'medium', 60_000, 'Rent for the rainy season.', 4, 'under_review'),
  story('Chiamaka Obi', 'medical_fee', 'high', 27_000, 'A fracture of my arm. I cannot sew.', 3, 'answered'),
  story('Dauda Garba', 'financial_aid', 'low', 40_000, 'Seed for my field before the rain.', 2, 'pending'),
  story('Titi Adebayo', 'schoolfees', 'medium', 45_000, 'Fees for my sister in SS 1.', 0.3, 'pending'),
]

const paper = (label: string, ...lines: string[]): DemoPaper => ({
  label,
  name: `${label.toLowerCase().replaceAll(' ', '-')}.pdf`,
  lines: [label, ...lines],
})

const DETAILS: Readonly<Record<string, Details>> = {
  'Chinedu Okafor': {
    papers: [paper('Deposit slip', 'Kano General Ward 4', 'Deposit before admission: NGN 45,000')],
  },
  'Bisi Adeyemi': { desk: 'rashida' },
  'Ngozi Eze': {
    papers: [
      paper('Fee bill', 'Model School Enugu, second term', 'Three pupils, NGN 40,000 each: NGN 120,000'),
      paper('School report', 'Model School Enugu', 'All three children were promoted.'),
    ],
    // Until she answered: it can be set aside to that day again.
    desk: 'waits_until_a_day',
  },
  'Sani Lawal': { kind: 'cash' },
  'Grace Effiong': { kind: 'goods', item: '2 bags of rice, 25 kg each, and 5 litres of oil', paidByOthers: true },
  'Ladi Bitrus': { paidByOthers: true },
  'Efe Oghene': { paidByOthers: true },
  'Ibrahim Bello': { kind: 'bank', account: '0123456786', paidByOthers: true },
  'Tunde Adeyemi': { kind: 'bank' },
  'Helen Danjuma': { kind: 'bank', account: '0123456788' },
  'Rashida Aliyu': {
    papers: [paper('Prescription', 'Insulin, two months', 'Chemist: NGN 52,000')],
    shares: { phoneOf: 'Hauwa Bello', linked: false },
  },
  'Samuel Okorie': {
    papers: [paper('Fee bill', 'Community School Aba, second term', 'Fees and books: NGN 33,000')],
    desk: 'halima',
    shares: { phoneOf: 'Obinna Uche', linked: true },
  },
  'Blessing Ita': { desk: 'rashida' },
  'Yusuf Lawan': {
    papers: [paper('Letter of the landlord', 'Rent for six months', 'To pay by the end of the month: NGN 60,000')],
    desk: 'waits',
  },
  'Chiamaka Obi': { papers: [paper('Hospital bill', 'Plaster and two visits', 'NGN 27,000')] },
  'Titi Adebayo': {
    papers: [paper('Fee bill', 'Grammar School Ibadan, second term', 'Fees: NGN 45,000')],
    desk: 'bilkisu',
  },
}

/** The streets exist; the people do not. */
const STREETS = [
  'Zoo Road, Kano',
  'Agbani Road, Enugu',
  'Bompai Road, Kano',
  'Ring Road, Ibadan',
  'Aba Road, Port Harcourt',
  'Murtala Mohammed Way, Calabar',
  'Rukuba Road, Jos',
  'Sapele Road, Benin City',
  'Baga Road, Maiduguri',
  'Azikiwe Road, Aba',
  'Ahmadu Bello Way, Kaduna',
  'Ikorodu Road, Lagos',
  'Gwagwalada Market Road, Abuja',
] as const

const BIOS = [
  'I sell groundnuts at the market.',
  'I sew for the neighbours, and look after my mother.',
  'I drive a tricycle when I can rent one.',
  'I teach in a primary school that has not paid since June.',
  'I farm maize and beans. The river took this year’s field.',
  'I look after four children alone.',
  'I load lorries at the motor park.',
] as const

const all = [...households, ...stories]
const placeOf = (name: string) => all.findIndex((person) => person.name === name)

function completeStory(person: Story, own: number): DemoPerson {
  const details = own < households.length ? OF_HOUSEHOLD : (DETAILS[person.name] ?? {})
  const owner = placeOf(details.shares?.phoneOf ?? person.name)
  const home = details.shares?.linked ? owner : own
  return {
    ...person,
    ...details,
    phone: `080300000${String(owner).padStart(2, '0')}`,
    address: `${2 * home + 3} ${STREETS[home % STREETS.length] ?? ''}`,
    bio: BIOS[own % BIOS.length] ?? '',
  }
}

export const demoPeople: readonly DemoPerson[] = all.map(completeStory)

interface Entered {
  readonly name: string
  readonly phone: string
  readonly address: string
  readonly channel: IntakeChannel
  readonly type: ApplicationType
  readonly naira: number
  readonly text: string
  readonly daysAgo: number
}

/** People whom staff entered twice, each linked as one person. */
export const ENTERED_TWICE: readonly { readonly first: Entered; readonly again: Entered }[] = [
  {
    first: {
      name: 'Hajara Suleiman',
      phone: '08030000091',
      address: 'Behind the grain market, Maiduguri',
      channel: 'walk_in',
      type: 'food',
      naira: 18_000,
      text: 'She came with two of her five children. They eat once a day since the harvest failed.',
      daysAgo: 6,
    },
    again: {
      name: 'Hajara Suleman',
      phone: '08030000091',
      address: 'Behind the grain market, Maiduguri',
      channel: 'call',
      type: 'schoolfees',
      naira: 24_000,
      text: 'She called about the fees of her eldest daughter. The school sends her home from Monday.',
      daysAgo: 2,
    },
  },
  {
    first: {
      name: 'Garba Isa',
      phone: '08030000092',
      address: 'Camp gate 3, Gwoza',
      channel: 'field',
      type: 'shelter',
      naira: 30_000,
      text: 'His tent let in the rain. He asks for a tarpaulin and poles.',
      daysAgo: 12,
    },
    again: {
      name: 'Garba Isah',
      phone: '08030000092',
      address: 'Gate 3, Gwoza camp',
      channel: 'field',
      type: 'medical_fee',
      naira: 9_000,
      text: 'Malaria drugs for his mother, who lives with him.',
      daysAgo: 9,
    },
  },
]
