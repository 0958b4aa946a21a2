/** The long texts of the contact page, and whom to call in an emergency. An adopter in another place changes the numbers. */
export const contactCards = {
  remote: {
    title: 'Remote-first',
    text: 'We have no front desk. Our people work from where they live, so write or call and you reach them all.',
  },
  response: {
    title: 'An answer within 24 hours',
    text: 'A person reads every message. If a day has passed without an answer, please write again.',
  },
  faq: {
    title: 'Perhaps it is answered already',
    text: 'How a gift travels, what a receipt shows, who may ask for aid, what we know about you.',
  },
  emergency: {
    title: 'In an emergency',
    text: 'We are not an emergency service. If somebody is in danger, call these first. They are free.',
  },
}

interface EmergencyContact {
  /** As it is read and dialled. */
  number: string
  name: string
}

/** Nigeria's. Check them before you change the country. */
export const emergencyContacts: readonly EmergencyContact[] = [
  { number: '112', name: 'Police, fire service, ambulance' },
  { number: '0800 2255 6362', name: 'NEMA, floods and disasters' },
]
