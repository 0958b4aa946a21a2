/** Messages of the demo's gifts. Made up: places and occasions, never a person. */
import type { DonationType } from '../../../contract/money/funds.ts'

/** Messages that fit any fund. */
const ANY = [
  'God bless the work you are doing.',
  'Small from my side, but na from the heart.',
  'We rise by lifting others. More strength to the team.',
  'E go better. Please keep it up.',
  'Sannu da aiki. May God reward your effort.',
  'Ẹ kú iṣẹ́ o. Well done, all of you.',
  'Daalụ. Thank you for standing with our people.',
  'From our thrift group in Ibadan, with love.',
  'Our church in Port Harcourt collected this on Sunday.',
  'Zakat from our family in Kano. May it reach those in need.',
  'From Nigerians in Leeds. Home is home.',
  'My first salary. I promised to give part of it back.',
  'Proceeds of the NYSC community day in Makurdi.',
  'I was helped once. It is my turn now.',
  'Naija no dey carry last when it comes to helping.',
  'From the staff of a small pharmacy in Enugu.',
  'Our office in Yaba skipped lunch on Friday for this.',
  'In thanks for journey mercies.',
  'A little each month. Together it becomes something.',
  'Ubangiji ya saka da alheri.',
] as const

/** Messages that fit one fund. */
const OF_FUND: Readonly<Record<DonationType, readonly string[]>> = {
  general: [
    'Use it where the need is greatest.',
    'For wherever help is slowest to arrive.',
    'Whoever needs it most, from Lagos to Maiduguri.',
    'From our old students’ association in Jos.',
  ],
  school: [
    'So that no child in Sokoto sits at home for lack of fees.',
    'For WAEC and NECO fees. Read well!',
    'A girl in school changes a whole village.',
    'For school bags and sandals in Kebbi before resumption.',
    'From retired teachers in Abeokuta. Education is light.',
    'Somebody paid my fees in Nsukka. Now I pay it forward.',
  ],
  emergency: [
    'For the families by the Benue after the flood.',
    'Lokoja, we are with you. The water will go down.',
    'For those who had to leave their homes in Borno.',
    'Quick help is double help.',
    'For the traders whose shops burnt. You will stand again.',
  ],
  shelter: [
    'A dry roof before the rains come.',
    'For zinc and timber in Bayelsa.',
    'May every family in the Gwoza camp sleep safely.',
    'From bricklayers in Aba. We know what a house means.',
  ],
  food: [
    'Nobody should sleep hungry. For garri, beans and palm oil.',
    'For Ramadan meals in Katsina.',
    'Christmas rice for families who have none.',
    'A pot of jollof for everybody!',
    'For seedlings and fertiliser in Plateau, so they can harvest again.',
    'From the market women’s union in Onitsha.',
  ],
  medical: [
    'For mothers at the clinic in Zamfara.',
    'Drugs are costly now. I hope this helps somebody.',
    'For mosquito nets before the rains in Ogoja.',
    'From nurses at a general hospital in Ilorin.',
    'For dialysis. One session is already something.',
    'So that a child in Yobe gets the vaccine in time.',
  ],
}

export function messagesFor(donationType: DonationType): readonly string[] {
  const own = OF_FUND[donationType] ?? []
  return [...ANY, ...own, ...own]
}
