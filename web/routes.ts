/** The screens and their addresses, as the spec's route table has them. */
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('about', 'pages/about.tsx'),
  route('success-stories', 'pages/success-stories.tsx'),
  route('donate', 'pages/donate.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('faq', 'pages/faq.tsx'),
  route('register', 'pages/register.tsx'),
  route('receipts/:code', 'pages/receipt.tsx'),
  route('*', 'pages/not-found.tsx'),
  // Every part of web/ui in every state; a build does not have it.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('design', 'pages/design.tsx')]),
] satisfies RouteConfig
