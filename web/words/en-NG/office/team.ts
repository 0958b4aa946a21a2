/** The words of the Team page. Roles are in role-names.ts. */
export const team = {
  lead: 'Everyone who works here, what they may do, and what they have open.',
  table: 'Staff',
  columns: {
    person: 'Person',
    roles: 'Roles',
    secondStep: 'Second step',
    seen: 'Last seen',
    open: 'Open work',
    actions: 'Actions',
  },
  notLoaded: 'The team could not be loaded',

  /** Duties of each role. */
  duties: {
    administrator: 'Everything, including people and templates.',
    reviewer: 'Decides about requests, and proposes awards and payouts.',
    finance: 'Reads requests, approves and makes payouts, and keeps the books.',
    caller: 'Calls recipients to ask whether money arrived. Sees nothing else.',
    auditor: 'Reads everything and changes nothing.',
  },

  you: 'You',
  hasSecondStep: 'On',
  noSecondStep: 'Missing',
  never: 'Not yet',
  requests: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  differences: (count: number) => (count === 1 ? '1 difference' : `${count} differences`),
  nothingOpen: 'Nothing',
  changeRoles: 'Change roles',
  changeRolesOf: (name: string) => `Change roles of ${name}`,
  handOver: 'Hand over',
  handOverOf: (name: string) => `Hand over the work of ${name}`,

  gaps: {
    roles: {
      title: 'Only one administrator',
      text: 'A change of roles needs two, so no one can join, leave or change roles here yet. The operator adds a second one on the server: npm run admin -- create EMAIL',
    },
    money: {
      title: 'No second person for money',
      text: 'Awards, payouts and the books need two administrators or people in finance. What one of them proposes, no one else can approve.',
    },
    large_payments: {
      title: 'Too few people for large awards',
      text: 'Above the limit in Settings, an award needs three people: one who proposes it, and two administrators or people in finance who approve it.',
    },
  },

  handOverTitle: (name: string) => `Hand over the work of ${name}`,
  handOverLead: 'All open requests, messages and differences move together. Each change is recorded in the audit.',
  to: 'To',
  toQueue: 'No one: back to the queue',
  handedOver: 'Work handed over',
  notHandedOver: 'The work was not handed over',
}
