/**
 * The pages are prerendered when they are built; no server renders at run time, ours only serves the files.
 *
 * Two pages stand for many addresses: `/404` for every address that is none, `/receipts/-` for every receipt. Both render
 * nothing of their own address, so the same HTML fits all of them and reads without JavaScript.
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
    '/contact',
    '/faq',
    '/login',
    '/register',
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
    '/receipts/-',
    '/404',
  ],
} satisfies Config
