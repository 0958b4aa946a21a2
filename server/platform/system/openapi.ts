/** The contract as an OpenAPI 3.1 document, made from the same declarations as the routes. */
import { z } from 'zod'
import { AUTH_PATH } from '../../../contract/people/auth.ts'
import { STORAGE_PATH } from '../../../contract/aid/document-limits.ts'
import { BODY_BYTES_MAX, type Endpoint, type Endpoints, type Guard } from '../../../contract/platform/endpoint.ts'
import { errors } from '../../../contract/platform/errors.ts'
import { possibleErrors } from '../../../contract/platform/possible-errors.ts'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'

const DESCRIPTION = `Amounts are naira with at most two decimals. Errors are problem documents (RFC 9457); \`type\` links to the
list of codes. Endpoints with an \`Idempotency-Key\` run once for each key: a retry with the same key returns the same answer. A key belongs to the account, or to the browser's cookie.

Two more protocols are served beside this API, each with its own errors: accounts at \`${AUTH_PATH}\`, for
[@supabase/auth-js](https://supabase.com/docs/reference/javascript/auth-api), and documents at \`${STORAGE_PATH}\`, for
[@supabase/storage-js](https://supabase.com/docs/reference/javascript/storage-api) and tus clients. The access token of a session at
\`${AUTH_PATH}\` is the bearer token here.`

/** The first tag whose pattern matches the path is the endpoint's. */
const TAGS: readonly (readonly [pattern: RegExp, name: string, description: string])[] = [
  [/^\/api\/admin\//, 'Administration', 'For administrators: reviews, reports, exports, the audit.'],
  [/^\/api\/(donations|receipts)/, 'Gifts', 'Starting a gift, and its receipt.'],
  [/^\/(api\/payments|functions|webhooks)/, 'Payments', 'The status of payments, and the webhooks of the provider.'],
  [/^\/api\/wallet/, 'Wallet', 'Balance, top-ups, gifts from the balance, statements.'],
  [/^\/api\/applications/, 'Requests for aid', 'Submitting requests and following them.'],
  [/^\/api\/documents/, 'Documents', `The caller’s documents. Uploads use ${STORAGE_PATH}.`],
  [/^\/api\/(account|profile)/, 'Account', `Profile, sessions, data export. Sign-in uses ${AUTH_PATH}.`],
  [/^\/api\/contact-messages/, 'Contact', 'Messages to the support team.'],
  [/^\//, 'Instance', 'Configuration, headline figures, health, metrics, this document.'],
]

const SECURITY: Readonly<Record<Guard, Readonly<Record<string, []>>[]>> = {
  anyone: [],
  operator: [],
  session: [{ accessToken: [] }],
  signed_in: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
  provider: [{ providerSignature: [] }],
}

type Schemas = Record<string, unknown>

export function openApiDocument(endpoints: Endpoints, publicUrl: string) {
  const schemas: Schemas = { Problem: problemSchema }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = key.split(' ')
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(method, path, endpoint, schemas) }
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'API',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS.map(([, name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        providerSignature: { type: 'apiKey', in: 'header', name: 'x-paystack-signature' },
      },
    },
  }
}

function operation(method: string, path: string, endpoint: Endpoint, schemas: Schemas) {
  return {
    operationId: operationId(method, path),
    tags: TAGS.filter(([pattern]) => pattern.test(path))
      .slice(0, 1)
      .map(([, name]) => name),
    summary: endpoint.summary,
    description: description(endpoint),
    security: SECURITY[endpoint.guard],
    'x-guard': endpoint.guard,
    parameters: [
      ...parameters('path', endpoint.params, schemas),
      ...parameters('query', endpoint.query, schemas),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, schemas) } } },
    }),
    responses: { [endpoint.reply.status]: reply(endpoint, schemas), ...refusals(endpoint) },
  }
}

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  required: true,
  description: 'One for each intent, the same for every retry.',
  schema: { type: 'string', pattern: String.raw`^[\w-]{16,200}$`, examples: ['0b0f8f5e-7f0c-4b8e-9c39-5d8a3a8f6f11'] },
}

/** `GET /api/wallet/transactions` is `getWalletTransactions`. */
function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by-$1')
    .split(/[^a-zA-Z\d]+/)
    .filter(Boolean)
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
}

function description(endpoint: Endpoint): string {
  const limit = endpoint.limit === 'none' ? undefined : rateLimits[endpoint.limit]
  const bytes = endpoint.bodyBytesMax ?? BODY_BYTES_MAX
  return [
    limit && `At most ${limit.requests.toLocaleString('en')} requests in ${limit.windowSeconds} s from one address.`,
    (endpoint.body ?? endpoint.rawBody) && `At most ${bytes / 1024} kB.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function reply(endpoint: Endpoint, schemas: Schemas) {
  const type = endpoint.reply.contentType?.split(';')[0] ?? 'application/json'
  return { description: 'Success.', content: { [type]: { schema: schemaOf(endpoint.reply.schema, schemas) } } }
}

function refusals(endpoint: Endpoint) {
  const byStatus = Map.groupBy(possibleErrors(endpoint), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
      const lines = codes.map((code) => `- [\`${code}\`](/problems/${code}): ${errors[code].sentence}`)
      return [status, { description: lines.join('\n'), content }]
    }),
  )
}

function parameters(where: 'path' | 'query', schema: z.ZodObject | undefined, schemas: Schemas) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    in: where,
    name,
    required: where === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field, schemas),
  }))
}

const Converted = z.looseObject({ $schema: z.string().optional(), $defs: z.record(z.string(), z.unknown()).optional() })

/**
 * The JSON schema of what is sent: naira, not kobo. Schemas with an id move to the shared ones.
 * @param schemas gains the shared schemas
 */
function schemaOf(schema: z.core.$ZodType, schemas: Schemas): unknown {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => void (jsonSchema.format && delete jsonSchema.pattern),
  })
  const {
    $schema: _,
    $defs = {},
    ...own
  } = Converted.parse(JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')))
  for (const [id, shared] of Object.entries($defs)) schemas[id] = withoutId(shared)
  const { id } = z.object({ id: z.string().optional() }).parse(own)
  if (id === undefined) return own
  schemas[id] = withoutId(own)
  return { $ref: `#/components/schemas/${id}` }
}

/** zod repeats the id in the schema, where JSON Schema has no such keyword. */
function withoutId(schema: unknown): unknown {
  const { id: _, ...rest } = z.looseObject({}).parse(schema)
  return rest
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string', description: 'A page that explains the code.' },
    title: { type: 'string', description: 'A sentence for the user.' },
    status: { type: 'integer' },
    code: { enum: Object.keys(errors) },
    detail: { type: 'string', description: 'More about this occurrence.' },
    request_id: { type: 'string', description: 'The id in the log of the server.' },
    reference: { type: 'string', description: 'A payment that can be continued instead.' },
    decision: {
      type: 'object',
      description: 'What another administrator decided in the meantime.',
      properties: { status: { type: 'string' }, by: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
    },
    fields: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  examples: [
    {
      type: '/problems/insufficient_funds',
      title: errors.insufficient_funds.sentence,
      status: 409,
      code: 'insufficient_funds',
      request_id: '6f1d3c1e-4f0a-4a86-8f4c-2b0a7c7f5a10',
    },
  ],
}
