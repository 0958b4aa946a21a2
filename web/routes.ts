/** The screens and their addresses, as the spec's route table has them. */
import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('pages/home.tsx'),
  route('donate', 'pages/donate.tsx'),
  route('receipts/:code', 'pages/receipt.tsx'),
  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
