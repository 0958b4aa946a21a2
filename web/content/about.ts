/** Who is behind the site, and what they hold to. */
export const mission =
  'We carry help from people who can give it to people who can use it: in naira, in the open, with every step written down where anyone can check it.'

export const values = [
  {
    title: 'Compassion',
    text: 'We ask what is needed and believe people about their own lives. Nobody has to plead here, and nobody is shown in a bad hour.',
  },
  {
    title: 'Impact',
    text: 'A gift counts once the fee is paid, the roof is up, the medicine is in the house. Until then it is a number, and we say so.',
  },
  {
    title: 'Community',
    text: 'Teachers, nurses and market women know who is short this month. Requests begin with people themselves, and neighbours vouch for them.',
  },
  {
    title: 'Global Reach',
    text: 'A sister in Houston, a class in Leeds, a shop in Lagos: whoever gives, the gift is counted in naira and spent where it is needed.',
  },
] as const

export const story = [
  'Taimako was founded in 2024, over a plain question: when somebody gives a thousand naira, where is it a week later? Most of us who had given could not say.',
  'So the ledger came first, and the website after it. Each gift is booked to the fund it was given for. What is booked can be added to, never changed or taken out, and the books check themselves every minute.',
  'The name is Hausa for help. The software is open: any group can read it, run it under its own name, and mend what it finds.',
] as const
