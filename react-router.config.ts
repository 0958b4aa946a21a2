/**
 * The pages are prerendered at build time; the server only serves the files.
 *
 * Some pages are templates: `/404` for every unknown address, `/receipts/-` for every receipt, `/admin/applications/-` for every
 * request, `/donate/started` and
 * `/donate/not-started` for the server's answers to the donate form.
 */
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  ssr: false,
  prerender: [
    '/',
    '/about',
    '/success-stories',
    '/donate',
    '/donate/started',
    '/donate/not-started',
    '/contact',
    '/faq',
    '/privacy',
    '/terms',
    '/refunds',
    '/transparency',
    '/transparency/failures',
    '/log',
    '/confirm',
    '/email/confirm',
    '/email/stop',
    '/join',
    '/login',
    '/register',
    '/register/aid',
    '/register/account',
    '/forgot-password',
    '/reset-password',
    '/apply-for-aid',
    '/account',
    '/beneficiary/dashboard',
    '/wallet',
    '/wallet/history',
    '/admin-auth',
    '/admin',
    '/admin/dashboard',
    '/admin/applications',
    '/admin/applications/-',
    '/admin/payments',
    '/admin/payments/slips',
    '/admin/calls',
    '/admin/beneficiaries',
    '/admin/donors',
    '/admin/messages',
    '/admin/audit',
    '/admin/books',
    '/admin/overview',
    '/admin/team',
    '/admin/settings',
    '/offline',
    '/receipts',
    '/receipts/-',
    '/404',
  ],
} satisfies Config
