/** The screens of staff and their addresses. Apart from the others, whose visitors do not load this list. */
import { route, type FrameModule, type PageModule, type RouteTable } from './route.ts'

const screen = (path: string, page: string, parts: readonly string[] = []) =>
  route(path, page, { frame: 'admin-shell', parts })

export const staffTable: RouteTable = {
  routes: [
    // Two addresses of the same screen.
    screen('/admin', 'admin-dashboard'),
    screen('/admin/dashboard', 'admin-dashboard'),
    screen('/admin/next', 'admin-next'),
    screen('/admin/applications', 'admin-applications'),
    screen('/admin/applications/new', 'admin-intake'),
    screen('/admin/applications/:request', 'admin-review'),
    screen('/admin/payouts', 'admin-payouts'),
    screen('/admin/payouts/slips', 'admin-slips'),
    screen('/admin/payouts/:part', 'admin-payout', ['accounts', 'cash', 'limits']),
    screen('/admin/payouts/:payout', 'admin-payout'),
    screen('/admin/decisions', 'admin-decisions'),
    screen('/admin/calls', 'admin-calls'),
    screen('/admin/beneficiaries', 'admin-beneficiaries'),
    screen('/admin/donors', 'admin-donors'),
    screen('/admin/messages', 'admin-messages'),
    screen('/admin/complaints', 'admin-complaints'),
    screen('/admin/words', 'admin-words'),
    screen('/admin/audit', 'admin-audit'),
    screen('/admin/books/:part?', 'admin-books', ['months', 'match', 'statements', 'wallets', 'losses']),
    screen('/admin/overview', 'admin-overview'),
    screen('/admin/team', 'admin-team'),
    screen('/admin/settings/:part?', 'admin-settings', ['mails', 'organisation', 'funds']),
    screen('/admin/guide', 'admin-guide'),
  ],
  pages: import.meta.glob<PageModule>(['./pages/admin-*.tsx', '!./pages/admin-auth.tsx', '!./pages/admin-shell.tsx']),
  frames: import.meta.glob<FrameModule>(['./pages/admin-shell.tsx']),
}
