/** The screens and their addresses, as the spec's route table has them. */
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('about', 'pages/about.tsx'),
  route('success-stories', 'pages/success-stories.tsx'),
  route('donate', 'pages/donate.tsx'),
  route('donate/started', 'pages/gift-started.tsx'),
  route('donate/not-started', 'pages/gift-not-started.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('contact/sent', 'pages/message-sent.tsx'),
  route('contact/not-sent', 'pages/message-not-sent.tsx'),
  route('faq', 'pages/faq.tsx'),
  route('privacy', 'pages/privacy.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('refunds', 'pages/refunds.tsx'),
  route('transparency', 'pages/transparency.tsx'),
  route('transparency/failures', 'pages/failures.tsx'),
  route('log', 'pages/log.tsx'),
  route('confirm', 'pages/confirm.tsx'),
  // The link in the text message with a claim code.
  route('claim', 'pages/claim.tsx'),
  // The server fills it in for the links in mail about accounts.
  route('email/link', 'pages/email-link.tsx'),
  // The links in mail about a request.
  route('email/confirm', 'pages/confirm-email.tsx'),
  route('email/stop', 'pages/stop-email.tsx'),
  // The link of an invitation to the staff.
  route('join', 'pages/join.tsx'),
  // One screen; the address says which of its tabs is open.
  layout('pages/sign-in.tsx', [
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('register/aid', 'pages/register-aid.tsx'),
    route('register/account', 'pages/register-account.tsx'),
  ]),
  route('forgot-password', 'pages/forgot-password.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('apply-for-aid', 'pages/apply-for-aid.tsx'),
  route('account', 'pages/account.tsx'),
  route('beneficiary/dashboard', 'pages/beneficiary-dashboard.tsx'),
  route('wallet', 'pages/wallet.tsx'),
  route('wallet/history', 'pages/wallet-history.tsx'),
  route('admin-auth', 'pages/admin-auth.tsx'),
  layout('pages/admin-shell.tsx', [
    // Two addresses of the same screen.
    route('admin/dashboard?', 'pages/admin-dashboard.tsx'),
    route('admin/next', 'pages/admin-next.tsx'),
    route('admin/applications', 'pages/admin-applications.tsx'),
    route('admin/applications/new', 'pages/admin-intake.tsx'),
    route('admin/applications/:request', 'pages/admin-review.tsx'),
    route('admin/payouts', 'pages/admin-payouts.tsx'),
    route('admin/payouts/slips', 'pages/admin-slips.tsx'),
    route('admin/payouts/:payout', 'pages/admin-payout.tsx'),
    route('admin/decisions', 'pages/admin-decisions.tsx'),
    route('admin/calls', 'pages/admin-calls.tsx'),
    route('admin/beneficiaries', 'pages/admin-beneficiaries.tsx'),
    route('admin/donors', 'pages/admin-donors.tsx'),
    route('admin/messages', 'pages/admin-messages.tsx'),
    route('admin/audit', 'pages/admin-audit.tsx'),
    // One route for its six addresses: every page of the public loads the list of routes.
    route('admin/books/:part?', 'pages/admin-books.tsx'),
    route('admin/overview', 'pages/admin-overview.tsx'),
    route('admin/team', 'pages/admin-team.tsx'),
    route('admin/settings/:part?', 'pages/admin-settings.tsx'),
    route('admin/guide', 'pages/admin-guide.tsx'),
  ]),
  route('offline', 'pages/offline.tsx'),
  route('receipts', 'pages/receipts.tsx'),
  route('receipts/:code', 'pages/receipt.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
